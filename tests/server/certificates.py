"""certificates.py: certificates for tests, made with openssl."""
import subprocess


def make(folder, name):
    """A certificate for localhost and its key; returns their files."""
    cert, key = f'{folder}/{name}.pem', f'{folder}/{name}.key'
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert,
                    '-days', '2', '-subj', f'/CN={name}', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'], capture_output=True, check=True)
    return cert, key
