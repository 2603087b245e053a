"""misbehaving.py: kinds of misbehaviour. Each is a function that harasses a server for a while; what must hold meanwhile it asserts."""
import contextlib
import json
import os
import random
import socket
import struct
import time

from ws import Client, Closed, WebSocket, refusal

KINDS = {}


def kind(function):
    KINDS[function.__name__] = function
    return function


class Harasser:
    """Where to go, whom to harass, and for how long."""

    def __init__(self, server, honest, seconds):
        self.server, self.honest = server, honest
        self.end = time.time() + seconds
        self.opened = []
        self.turn = 0

    def going(self):
        return time.time() < self.end

    def source(self):
        """Strangers have a few addresses, none of which is that of the honest."""
        self.turn += 1
        return f'127.0.3.{self.turn % 24 + 1}'

    def socket(self, source=None):
        s = socket.create_connection(('127.0.0.1', self.server.port), 5, source_address=(source or self.source(), 0))
        s.settimeout(2)
        self.opened.append(s)
        return s

    def client(self, source=None, **more):
        try:
            client = Client(self.server.port, source=source or self.source(), **more)
        except AssertionError:          # the upgrade was refused
            raise Closed() from None
        self.opened.append(client)
        return client

    def http(self, text, source=None, patience=2):
        """Sends bytes and returns what comes back until the server closes or falls silent."""
        s = self.socket(source)
        s.settimeout(patience)
        data = b''
        with contextlib.suppress(OSError):
            s.sendall(text)
            while more := s.recv(1 << 16):
                data += more
                if patience < 1 and b'\r\n\r\n' in data:
                    break
        s.close()
        return data

    def close(self):
        for opened in self.opened:
            with contextlib.suppress(OSError):
                opened.close()


def patient(function):
    """A kind that goes on when it is thrown out: it comes back until its time is over."""
    def run(x):
        while x.going():
            with contextlib.suppress(Closed, OSError):
                function(x)
            time.sleep(0.005)
    run.__name__ = function.__name__
    return kind(run)


def drain(client):
    """Throws away what has come."""
    client.socket.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while client.socket.recv(1 << 18):
            pass
    client.socket.setblocking(True)


def flood(x, make, sockets=6, reads=True):
    """Sends requests over several connections as fast as the server takes them."""
    clients = [x.client() for _ in range(sockets)]
    number = 0
    while x.going():
        for client in clients:
            client.socket.settimeout(0.2)
            with contextlib.suppress(TimeoutError):
                for _ in range(20):
                    number += 1
                    client.send(json.dumps({'id': number, **make(number)}))
            if reads:
                drain(client)


def get(path, **headers):
    lines = ''.join(f'{name.replace("_", "-")}: {value}\r\n' for name, value in headers.items())
    return f'GET {path} HTTP/1.1\r\nHost: x\r\n{lines}\r\n'.encode()


def post(path, body, **headers):
    lines = ''.join(f'{name.replace("_", "-")}: {value}\r\n' for name, value in headers.items())
    return f'POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n{lines}\r\n{body}'.encode()


def status(answer):
    return int(answer.split()[1]) if answer.startswith(b'HTTP/1.1 ') else None


@kind
def nobody(x):
    """What the figures of the others compare with."""


# ---- connections and HTTP ----

@patient
def slow_headers(x):
    sockets = [x.socket() for _ in range(40)]
    text = get('/', User_Agent='x' * 200)
    for i in range(len(text)):
        for s in sockets:
            s.sendall(text[i:i + 1])
        if not x.going():
            return
        time.sleep(0.02)


@patient
def slow_bodies(x):
    sockets = [x.socket() for _ in range(40)]
    for s in sockets:
        s.sendall(b'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n')
    while x.going():
        for s in sockets:
            s.sendall(b'{')
        time.sleep(0.02)


@patient
def idle_connections(x):
    for _ in range(200):
        x.socket()
    time.sleep(max(0, x.end - time.time()))


@patient
def resets(x):
    for _ in range(50):
        s = x.socket()
        s.sendall(get('/')[:random.randrange(1, 20)])
        s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
        s.close()


@patient
def half_closed(x):
    for path in ('/', '/api/tables?list=live', '/nothing'):
        s = x.socket()
        s.sendall(get(path))
        s.shutdown(socket.SHUT_WR)


@patient
def huge_headers(x):
    answer = x.http(b'GET / HTTP/1.1\r\nHost: x\r\nX: ' + b'y' * 200000 + b'\r\n\r\n')
    assert status(answer) != 200, answer[:50]


@patient
def many_headers(x):
    x.http(b'GET / HTTP/1.1\r\nHost: x\r\n' + b''.join(b'X%d: y\r\n' % i for i in range(3000)) + b'\r\n')


@patient
def pipelines(x):
    x.http(get('/healthz') * 500, patience=0.3)


@kind
def path_tricks(x):
    for path in ('/../../../etc/passwd', '/..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/....//....//etc/passwd', '/\\..\\..\\etc\\passwd',
                 '//etc/passwd', '/games/../../castellany.db.txt', '/games/%00.txt', '/castellany.db', '/x' * 3000, '/%c0%ae%c0%ae/', '/?' + '&' * 5000,
                 '/games/' + 'A' * 13 + '.txt', '/api/tables?list=open&list=' + '%' * 2000, '/assets/%2e%2e%2f', '*', '/metrics/../healthz/'):
        answer = x.http(get(path), patience=0.3)
        assert b'root:' not in answer and b'SQLite format' not in answer, path


@kind
def odd_methods(x):
    for method in ('TRACE', 'CONNECT', 'OPTIONS', 'PROPFIND', 'G' * 4000, '\x00\x01', 'PATCH', 'DELETE', ''):
        answer = x.http(f'{method} / HTTP/1.1\r\nHost: x\r\nCookie: secret=1\r\n\r\n'.encode(), patience=0.3)
        assert b'secret' not in answer and status(answer) != 200, method


@kind
def odd_versions(x):
    for line in (b'GET / HTTP/9.9', b'GET /', b'GET / HTTP/0.9', b'GET / HTTP/1.1 HTTP/1.1', b'PRI * HTTP/2.0', b'GET  /  HTTP/1.1', b'\x16\x03\x01\x02\x00'):
        x.http(line + b'\r\nHost: x\r\n\r\n', patience=0.2)


@kind
def smuggled_requests(x):
    inner = b'POST /api/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'
    for head in (b'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', b'Content-Length: 5\r\nContent-Length: 100\r\n', b'Transfer-Encoding: xchunked\r\n',
                 b'Transfer-Encoding : chunked\r\n', b'Content-Length: +5\r\n', b'Content-Length: 5\r\n \tX: y\r\n'):
        answer = x.http(b'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' + head + b'\r\n0\r\n\r\n' + inner, patience=0.2)
        assert answer.count(b'HTTP/1.1 200') == 0, (head, answer[:200])


@patient
def endless_chunks(x):
    s = x.socket()
    s.sendall(b'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n')
    while x.going():
        s.sendall(b'1000\r\n' + b'x' * 4096 + b'\r\n')


@kind
def lengths_that_lie(x):
    for length in ('99999999999999999999', '-1', '1e9', '0x10', '16384', '16385', ' '):
        x.http(f'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{{}}'.encode(), patience=0.2)


@kind
def other_sites(x):
    for origin in ('http://evil.example', 'null', 'http://127.0.0.1:1', 'http://x.evil.example', 'file://'):
        assert status(x.http(post('/api/logout', '{}', Origin=origin), patience=0.3)) == 403, origin
        web = WebSocket(x.server.port, headers={'Origin': origin}, source=x.source())
        assert web.status == 403, origin
        web.close()
    assert status(x.http(b'POST /api/logout HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}', patience=0.3)) == 403


@kind
def odd_upgrades(x):
    key = b'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
    for line, head in ((b'GET /api/login HTTP/1.1', b'Sec-WebSocket-Version: 13\r\n' + key), (b'GET /ws HTTP/1.1', b'Sec-WebSocket-Version: 99\r\n' + key),
                       (b'GET /ws HTTP/1.1', b'Sec-WebSocket-Version: 13\r\n'), (b'GET /ws HTTP/1.0', b'Sec-WebSocket-Version: 13\r\n' + key),
                       (b'POST /ws HTTP/1.1', b'Sec-WebSocket-Version: 13\r\nContent-Length: 3\r\n' + key), (b'GET /ws/../ws HTTP/1.1', key),
                       (b'GET /games/x.txt HTTP/1.1', b'Sec-WebSocket-Version: 13\r\n' + key)):
        answer = x.http(line + b'\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' + head + b'\r\nGET /metrics HTTP/1.1\r\nHost: x\r\n\r\n', patience=0.2)
        assert b'castellany_' not in answer, line
    x.http(b'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n', patience=0.2)


@patient
def pages_unread(x):
    for _ in range(20):
        s = x.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        s.sendall(get('/') * 20)
    time.sleep(0.1)


@patient
def flood_of_pages(x):
    x.http(get('/') * 30, patience=0.1)


@patient
def flood_of_records(x):
    x.http(get(f'/games/{x.honest}.txt') * 30, patience=0.1)


@patient
def flood_of_lists(x):
    x.http(get('/api/tables?list=finished') * 30, patience=0.1)


@patient
def flood_of_exports(x):
    x.http(get('/api/export', Cookie='castellany=' + os.urandom(16).hex()) * 30, patience=0.1)


@patient
def forged_addresses(x):
    for i in range(50):
        x.http(get('/metrics', X_Forwarded_For=f'10.0.0.{i}', Forwarded='for=10.0.0.1'), patience=0.05)


# ---- who somebody is ----

@patient
def guessed_passwords(x):
    for name in ('admin', 'root', 'Anna'):
        answer = x.http(post('/api/login', json.dumps({'name': name, 'password': 'wrong horse'})))
        assert status(answer) in (403, 429, 503), answer


@patient
def guessed_cookies(x):
    for _ in range(20):
        web = WebSocket(x.server.port, headers={'Cookie': 'castellany=' + os.urandom(16).hex()}, source=x.source())
        web.close()


@patient
def guessed_tokens(x):
    for _ in range(20):
        web = WebSocket(x.server.port, headers={'Authorization': 'Bearer ' + os.urandom(16).hex()}, source=x.source())
        assert refusal(web) == 401
        web.close()


@kind
def replayed_cookies(x):
    name = 'Replay' + os.urandom(4).hex()
    made = x.http(post('/api/register', json.dumps({'name': name, 'password': 'correct horse'})), patience=0.9)
    assert status(made) == 200, made
    cookie = made.split(b'castellany=')[1].split(b';')[0].decode()
    assert x.client(cookie=cookie).ask('hello')['player']['name'] == name
    assert status(x.http(post('/api/logout', '{}', Cookie='castellany=' + cookie), patience=0.9)) == 200
    for _ in range(5):
        assert x.client(cookie=cookie).ask('hello')['player']['name'] != name


@patient
def flood_of_names(x):
    x.http(post('/api/register', json.dumps({'name': 'Anna', 'password': 'correct horse'})), patience=0.5)


@kind
def deletions_of_others(x):
    for cookie in ('', 'castellany=', 'castellany=' + '0' * 32, 'castellany=\' OR 1=1 --'):
        x.http(post('/api/delete', '{"password":"x"}', Cookie=cookie), patience=0.3)
        x.http(post('/api/bot', '{"name":"Robot"}', Cookie=cookie), patience=0.3)


# ---- frames ----

@patient
def unmasked_frames(x):
    x.client().socket.sendall(b'\x81\x05hello' * 100)


@patient
def reserved_frames(x):
    for first in (0xf1, 0xb1, 0x83, 0x8b, 0x91):
        x.client().socket.sendall(bytes([first, 0x80, 0, 0, 0, 0]) * 10)


@patient
def flood_of_pings(x):
    client = x.client()
    while x.going():
        client.socket.settimeout(0.2)
        with contextlib.suppress(TimeoutError):
            client.socket.sendall(b'\x89\x85\x00\x00\x00\x00hello' * 500)
        drain(client)


@patient
def huge_pings(x):
    client = x.client()
    for _ in range(10):
        client.frame(9, b'x' * 5000)


@patient
def endless_fragments(x):
    client = x.client()
    client.frame(1, b'{"do":"hello"', final=False)
    while x.going():
        client.frame(0, b' ' * 4096, final=False)


@patient
def tiny_fragments(x):
    client = x.client()
    text = b'{"do":"hello","id":1}'
    for _ in range(20):
        for i in range(len(text)):
            client.frame(0 if i else 1, text[i:i + 1], final=i == len(text) - 1)


@patient
def binary_frames(x):
    client = x.client()
    for _ in range(200):
        client.frame(2, os.urandom(1000))


@patient
def wrong_text(x):
    for data in (b'\xff\xfe', b'{"do":"\xc3\x28"}', b'\xed\xa0\x80', b'\xf8\x88\x80\x80\x80', b'{"do":"chat","id":1,"text":"\xe2\x82"}', b'\x00' * 100):
        client = x.client()
        client.frame(1, data)
        with contextlib.suppress(Closed):
            client.receive(0.05)


@patient
def odd_closes(x):
    for code in (0, 999, 1004, 1005, 1006, 5000, 65535):
        x.client().frame(8, struct.pack('>H', code) + b'\xff\xff')


@patient
def lengths_of_frames_that_lie(x):
    for size in (1 << 62, (1 << 64) - 1, 1 << 31, 1 << 24):
        client = x.client()
        client.socket.sendall(b'\x81\xff' + struct.pack('>Q', size) + b'\x00' * 4 + b'x' * 10000)


@patient
def reconnects(x):
    for _ in range(30):
        x.client().close()


@patient
def too_many_sockets(x):
    source = x.source()
    refused = 0
    for _ in range(60):
        web = WebSocket(x.server.port, source=source)
        x.opened.append(web)
        refused += web.status == 429
    assert refused >= 20, refused
    x.close()


@patient
def slow_readers(x):
    clients = [x.client() for _ in range(8)]
    for client in clients:
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.send(json.dumps({'do': 'watch', 'id': 1, 'table': x.honest}))
        for number in range(40):
            client.send(json.dumps({'do': 'list', 'id': number, 'what': 'finished'}))
            client.send(json.dumps({'do': 'positions', 'id': number, 'table': x.honest, 'from': 0, 'count': 64, 'seat': 0}))
    time.sleep(max(0, min(1, x.end - time.time())))


@patient
def slow_writers(x):
    clients = [x.client() for _ in range(20)]
    frame = b'\x81\xfe\x10\x00\x00\x00\x00\x00' + b' ' * 4096
    for i in range(len(frame)):
        for client in clients:
            client.socket.sendall(frame[i:i + 1])
        if not x.going():
            return


@patient
def silent_sockets(x):
    for _ in range(150):
        x.client()
    time.sleep(max(0, x.end - time.time()))
