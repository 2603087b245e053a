"""between.py: a relay between one client and the server. It can refuse requests itself, or cut the connection."""
import json
import select
import socket
import struct
import threading


class Between:
    """Passes frames on. `refuse` gets each request and returns an error code to refuse it, or None. `asked` keeps all requests."""

    def __init__(self, port, refuse):
        self.port_behind = port
        self.refuse = refuse
        self.asked = []
        self.news = threading.Condition()
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        self.ends = ()
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.cut()
        self.thread.join()
        self.listener.close()

    def cut(self):
        """Cuts the present connection. The client may connect again."""
        for end in self.ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass                        # the other side was faster

    def wait(self, fits, timeout=20):
        """Waits until `fits` is true of the requests so far. Returns False if that takes too long."""
        with self.news:
            return self.news.wait_for(lambda: fits(self.asked), timeout)

    def _serve(self):
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:
                return
            with near, socket.create_connection(('127.0.0.1', self.port_behind)) as far:
                for end in (near, far):
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self.ends = (near, far)
                try:
                    self._pass_on(near, far)
                except OSError:
                    pass
                self.ends = ()

    def _pass_on(self, near, far):
        """Passes on the HTTP heads unchanged, then frame by frame."""
        waiting = {near: b'', far: b''}
        heads = {near, far}
        while True:
            for end in select.select([near, far], [], [])[0]:
                data = end.recv(1 << 16)
                if not data:
                    return
                waiting[end] += data
                other = far if end is near else near
                if end in heads:
                    head, mark, rest = waiting[end].partition(b'\r\n\r\n')
                    if not mark:
                        continue
                    other.sendall(head + mark)
                    waiting[end] = rest
                    heads.remove(end)
                while (size := frame_size(waiting[end])) is not None:
                    frame, waiting[end] = waiting[end][:size], waiting[end][size:]
                    answer = self._judge(frame) if end is near else None
                    if answer:
                        near.sendall(answer)
                    else:
                        other.sendall(frame)

    def _judge(self, frame):
        """Returns the frame that refuses a request, or None. Assumes that requests are short frames."""
        if frame[0] & 15 != 1:
            return None
        begin = 8 if frame[1] & 127 == 126 else 6
        mask = frame[begin - 4:begin]
        request = json.loads(bytes(byte ^ mask[i % 4] for i, byte in enumerate(frame[begin:])))
        code = self.refuse(request)
        with self.news:
            self.asked.append(request)
            self.news.notify_all()
        if not code:
            return None
        text = json.dumps({'re': request['id'], 'error': code, 'message': 'Refused on the way.'}).encode()
        return bytes([0x81, len(text)]) + text


def frame_size(data):
    """The length of the first frame; None if a part of it is missing."""
    if len(data) < 2:
        return None
    size, head = data[1] & 127, 6 if data[1] & 128 else 2
    more = {126: 2, 127: 8}.get(size, 0)
    if more:
        if len(data) < 2 + more:
            return None
        size = struct.unpack('>H' if more == 2 else '>Q', data[2:2 + more])[0]
    size += head + more
    return size if len(data) >= size else None
