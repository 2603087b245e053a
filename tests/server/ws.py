"""ws.py: a WebSocket client and a server under test, with the standard library alone."""
import atexit
import base64
import http.client
import json
import os
import select
import shutil
import socket
import struct
import subprocess
import sys
import time

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cluster'))
import store


class Closed(Exception):
    """The connection is gone."""


class Refused(Exception):
    """A request was answered with an error; args are its code and message."""


def is_ready(sock, timeout):
    """Whether there is something to read, also for thousands of sockets, of which select() does not know."""
    poll = select.poll()
    poll.register(sock, select.POLLIN)
    return bool(poll.poll(timeout * 1000))


class WebSocket:
    """One connection. It masks frames, as clients must, and knows only text, ping, pong and close."""

    def __init__(self, port, path='/ws', headers=None, host='127.0.0.1', source=None, tls=None):
        self.socket = socket.create_connection((host, port), 10, source_address=(source, 0) if source else None)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self.socket = tls.wrap_socket(self.socket)
        self.buffer = b''
        lines = [f'GET {path} HTTP/1.1', f'Host: {host}:{port}', 'Upgrade: websocket', 'Connection: Upgrade',
                 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: ' + base64.b64encode(os.urandom(16)).decode()]
        lines += [f'{name}: {value}' for name, value in (headers or {}).items()]
        self.socket.sendall(('\r\n'.join(lines) + '\r\n\r\n').encode())
        while b'\r\n\r\n' not in self.buffer:
            self._more()
        head, self.buffer = self.buffer.split(b'\r\n\r\n', 1)
        self.status = int(head.split()[1])
        self.headers = dict(line.split(': ', 1) for line in head.decode().lower().split('\r\n')[1:] if ': ' in line)

    def _more(self):
        try:
            data = self.socket.recv(1 << 16)
        except ConnectionError:
            data = b''
        if not data:
            raise Closed()
        self.buffer += data

    def frame(self, opcode, data, final=True):
        mask = os.urandom(4)
        size = len(data)
        head = bytes([(0x80 if final else 0) | opcode])
        head += bytes([0x80 | size]) if size < 126 else bytes([0xfe]) + struct.pack('>H', size) if size < 65536 \
            else bytes([0xff]) + struct.pack('>Q', size)
        masked = (int.from_bytes(data, 'big') ^ int.from_bytes((mask * (size // 4 + 1))[:size], 'big')).to_bytes(size, 'big') \
            if size else b''
        self.socket.sendall(head + mask + masked)

    def send(self, text):
        self.frame(1, text.encode() if isinstance(text, str) else text)

    def _frame(self):
        """Takes the next frame, an opcode and its data; None if it has not come whole."""
        if len(self.buffer) < 2:
            return None
        size, begin = self.buffer[1] & 127, 2
        if size > 125:
            begin = 4 if size == 126 else 10
            if len(self.buffer) < begin:
                return None
            size = struct.unpack('>H' if begin == 4 else '>Q', self.buffer[2:begin])[0]
        if len(self.buffer) < begin + size:
            return None
        opcode, data = self.buffer[0] & 15, self.buffer[begin:begin + size]
        self.buffer = self.buffer[begin + size:]
        return opcode, data

    def receive(self, timeout=10):
        """The next text message; None if none comes in time. A part of one is not waited for any longer: the other end may have stopped."""
        end = time.time() + timeout
        while True:
            frame = self._frame()
            if not frame:
                pending = getattr(self.socket, 'pending', None)     # what TLS has read already
                if not (pending and pending()) and not is_ready(self.socket, max(0, end - time.time())):
                    return None
                self._more()
                continue
            opcode, data = frame
            if opcode == 8:
                raise Closed()
            if opcode == 9:
                self.frame(10, data)
            elif opcode == 1:
                return data.decode()

    def close(self):
        self.socket.close()


def refusal(web):
    """How a connection is refused. Over PostgreSQL the player is known only after the upgrade: a message has the status."""
    try:
        if web.status == 101 and store.IS_POSTGRESQL:
            web.send('{"do":"hello","id":1}')
            return json.loads(web.receive()).get('status', 101)
        return web.status
    finally:
        web.close()


class Client(WebSocket):
    """A client of the protocol. It matches answers with requests and keeps all other messages in `news`."""

    def __init__(self, port, cookie=None, token=None, **more):
        headers = {'Cookie': 'castellany=' + cookie} if cookie else {}
        if token:
            headers['Authorization'] = 'Bearer ' + token
        super().__init__(port, headers=headers, **more)
        assert self.status == 101, self.status
        self.cookie = cookie or self.headers.get('set-cookie', '=;').split('=', 1)[1].split(';')[0]
        self.last = 0
        self.news = []

    def start(self, do, **members):
        self.last += 1
        self.send(json.dumps({'do': do, 'id': self.last, **members}))
        return self.last

    def answer(self, number, timeout=60):     # an analysis takes long on a busy machine
        end = time.time() + timeout
        while time.time() < end:
            text = self.receive(max(0.01, end - time.time()))
            if text is None:
                break
            message = json.loads(text)
            if message.get('re', 0) == number:
                if 'error' in message:
                    raise Refused(message['error'], message['message'])
                return message
            self.news.append(message)
        raise AssertionError(f'request {number} was not answered')

    def ask(self, do, **members):
        """Sends a request and returns the answer. Sends it again if the server says that it came too fast."""
        while True:
            try:
                return self.answer(self.start(do, **members))
            except Refused as refused:
                if refused.args[0] != 'rate':
                    raise
            time.sleep(0.1)

    def refused(self, do, **members):
        """Sends a request. Returns the code with which it is refused, or None."""
        try:
            self.ask(do, **members)
        except Refused as refused:
            return refused.args[0]
        return None

    def next_message(self, *kinds, timeout=10, table=None):
        """The next message of one of these kinds; None if none comes in time."""
        end = time.time() + timeout
        while True:
            for i, message in enumerate(self.news):
                if message.get('is') in kinds and table in (None, message.get('table')):
                    return self.news.pop(i)
            text = self.receive(max(0, end - time.time()))
            if text is None:
                return None
            self.news.append(json.loads(text))

    def watch(self, table, **more):
        self.ask('watch', table=table, **more)
        return self.next_message('table', 'moved', table=table)


class Server:
    """The real binary on a free port."""

    def __init__(self, binary, data, *arguments, check=True, null=True, **more):
        self.process = subprocess.Popen([binary, 'serve', '--listen', '127.0.0.1:0', '--data', str(data), *store.arguments(data), *['--null'] * null, *arguments],
                                        stdout=subprocess.PIPE, stderr=more.pop("stderr", subprocess.PIPE), text=True, **more)
        line = self.process.stdout.readline()
        self.port = int(line.rsplit(':', 1)[1].rstrip('/\n')) if line else None
        if check and not line:
            raise AssertionError('the server did not start: ' + self.process.stderr.read())
        self.data = data
        self.ports, self.beside = [self.port], None
        if store.TWO_NODES and line:
            if os.path.isdir(os.path.join(str(data), 'boxes')):     # all nodes must have the same
                shutil.copytree(os.path.join(str(data), 'boxes'), os.path.join(str(data) + '-beside', 'boxes'), dirs_exist_ok=True)
            atexit.register(self.end_beside)
            self.beside = subprocess.Popen([binary, 'serve', '--listen', '127.0.0.1:0', '--data', str(data) + '-beside', *store.arguments(data),
                                            *['--null'] * null, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            self.ports.append(int(self.beside.stdout.readline().rsplit(':', 1)[1].rstrip('/\n')))

    def next_port(self):
        """Clients are spread over all nodes."""
        self.ports.append(self.ports.pop(0))
        return self.ports[0]

    def end_beside(self):
        if self.beside:
            self.beside.kill()
            self.beside.wait()
            self.beside.stdout.close()
            shutil.rmtree(str(self.data) + '-beside', ignore_errors=True)
            self.beside = None

    def client(self, **more):
        return Client(self.next_port(), **more)

    def http(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection('127.0.0.1', self.next_port(), timeout=20)
        headers = dict(headers or {})
        if body is not None:
            headers.setdefault('Content-Type', 'application/json')
            body = body if isinstance(body, (str, bytes)) else json.dumps(body)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, dict((k.lower(), v) for k, v in answer.getheaders()), text

    def kill(self):
        self.end_beside()
        self.process.kill()
        self.process.wait()
        self._close()

    def stop(self):
        """Stops the server as an administrator would. Returns its exit code and its log."""
        self.end_beside()
        self.process.terminate()
        log = self.process.communicate(timeout=60)[1]
        return self.process.returncode, log

    def _close(self):
        self.process.stdout.close()
        self.process.stderr.close()


ME, OPEN = {'kind': 'me'}, {'kind': 'open'}     # chairs of a new table


def computer(level=1):
    return {'kind': 'computer', 'level': level}


def table(game='null', seats=2, who=None, **more):
    """The members of a `create` request."""
    what = {'game': game, 'seats': seats, 'options': [], 'who': who if who is not None else [ME] + [OPEN] * (seats - 1),
            'public': True, 'clock': {'kind': 'none'}, 'undo': 'consent', 'reaction': 0}
    what.update(more)
    return what
