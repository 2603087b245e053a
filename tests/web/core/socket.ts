/* socket.ts: a WebSocket as browsers have it, with a cookie: Node has one from version 22 on, and that sends none. */
import { createHash, randomBytes } from 'node:crypto'
import net from 'node:net'

/* What a test may do to a connection. */
export interface Line {
  sends?(message: any): boolean | void // false: it is swallowed
  hears?(message: any): boolean | void
}

export class Socket {
  readyState = 0
  onopen: () => void = () => undefined
  onmessage: (e: { data: string }) => void = () => undefined
  onclose: () => void = () => undefined
  private wire: net.Socket
  private bytes = Buffer.alloc(0)
  private text = ''

  constructor(
    address: string,
    private line: Line,
    cookies: { value: string },
  ) {
    const url = new URL(address)
    const key = randomBytes(16).toString('base64')
    const head = [
      `GET ${url.pathname} HTTP/1.1`,
      `Host: ${url.host}`,
      `Origin: http://${url.host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${key}`,
      ...(cookies.value ? [`Cookie: ${cookies.value}`] : []),
    ]
    const accept = createHash('sha1')
      .update(key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11')
      .digest('base64')
    this.wire = net.connect(Number(url.port), url.hostname, () => this.wire.write(head.join('\r\n') + '\r\n\r\n'))
    this.wire.setNoDelay(true)
    this.wire.on('error', () => undefined)
    this.wire.on('close', () => {
      this.readyState = 3
      this.onclose()
    })
    this.wire.on('data', data => {
      this.bytes = Buffer.concat([this.bytes, data])
      if (this.readyState === 0) {
        const end = this.bytes.indexOf('\r\n\r\n')
        if (end < 0) return
        const answer = this.bytes.subarray(0, end).toString()
        this.bytes = this.bytes.subarray(end + 4)
        if (!answer.includes(accept)) throw new Error(answer)
        cookies.value = /^set-cookie: ([^;\r]+)/im.exec(answer)?.[1] ?? cookies.value
        this.readyState = 1
        this.onopen()
      }
      while (this.frame());
    })
  }

  send(text: string): void {
    if (this.readyState !== 1) throw new Error('not connected')
    const message = JSON.parse(text)
    if (this.line.sends?.(message) !== false) this.write(1, Buffer.from(JSON.stringify(message)))
  }

  close(): void {
    this.wire.destroy()
  }

  private write(kind: number, data: Buffer): void {
    const size = data.length
    const head = size < 126 ? Buffer.from([0, 128 + size]) : size < 65536 ? Buffer.alloc(4) : Buffer.alloc(10)
    if (size >= 65536) head.writeBigUInt64BE(BigInt(size), 2)
    else if (size >= 126) head.writeUInt16BE(size, 2)
    if (size >= 126) head[1] = 128 + (size < 65536 ? 126 : 127)
    head[0] = 128 + kind
    this.wire.write(Buffer.concat([head, Buffer.alloc(4), data])) // a mask of zeros
  }

  /* Reads one frame, if it is whole. */
  private frame(): boolean {
    const { bytes } = this
    if (bytes.length < 2) return false
    const short = bytes[1] & 127
    const from = short < 126 ? 2 : short === 126 ? 4 : 10
    if (bytes.length < from) return false
    const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
    if (bytes.length < from + size) return false
    const data = bytes.subarray(from, from + size)
    this.bytes = bytes.subarray(from + size)
    const kind = bytes[0] & 15
    if (kind === 8) this.close()
    else if (kind === 9) this.write(10, data)
    else if (kind < 2) {
      this.text += data.toString()
      if (bytes[0] & 128) this.receive()
    }
    return true
  }

  private receive(): void {
    const message = JSON.parse(this.text)
    this.text = ''
    if (this.line.hears?.(message) !== false) this.onmessage({ data: JSON.stringify(message) })
  }
}
