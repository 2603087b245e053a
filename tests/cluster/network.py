"""network.py: a network of this process's own, in which packets can be dropped: a network namespace that has nothing but its loopback."""
import os
import shutil
import subprocess
import sys

INSIDE = 'CASTELLANY_OWN_NETWORK'


def enter():
    """Starts this program again in a network namespace of its own. Returns there; or at once, if this process may not make one."""
    if INSIDE not in os.environ and os.geteuid() == 0 and find_nft():
        os.execvpe('unshare', ['unshare', '--net', sys.executable, *sys.argv], {**os.environ, INSIDE: '1'})


def find_nft():
    return shutil.which('nft', path=os.environ.get('PATH', '') + ':/usr/sbin')


class Network:
    """Addresses of the loopback that can be cut off. A program behind one of them neither hears nor is heard, and no connection is closed."""

    def __init__(self):
        subprocess.run(['ip', 'link', 'set', 'lo', 'up'], check=True)
        self.nft('add table ip castellany', 'add set ip castellany away { type ipv4_addr; }',
                 'add chain ip castellany out { type filter hook output priority 0; }',
                 'add rule ip castellany out ip daddr @away drop', 'add rule ip castellany out ip saddr @away drop')

    def nft(self, *commands):
        subprocess.run([find_nft(), '-f', '-'], input='\n'.join(commands), text=True, check=True)

    def address(self, number):
        return f'127.0.1.{number + 1}'

    def cut(self, number):
        self.nft(f'add element ip castellany away {{ {self.address(number)} }}')

    def mend(self, number):
        self.nft(f'delete element ip castellany away {{ {self.address(number)} }}')


def make():
    """The network of this process, or None if it is that of the machine, which is left alone."""
    return Network() if INSIDE in os.environ else None
