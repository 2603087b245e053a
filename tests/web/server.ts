/* server.ts: the real program, started for a test, stopped and started again as often as the test likes. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

export const program = process.env.CASTELLANY ?? path.resolve(__dirname, '../../build/castellany')

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

export class Server {
  private child: ChildProcess | null = null
  private said = ''
  private constructor(
    readonly port: number,
    readonly data: string,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  static async start(): Promise<Server> {
    const server = new Server(await freePort(), fs.mkdtempSync(path.join(os.tmpdir(), 'castellany-web-')))
    await server.up()
    return server
  }

  async up(...more: string[]): Promise<void> {
    const child = spawn(program, ['serve', '--listen', `127.0.0.1:${this.port}`, '--data', this.data, ...more], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', text => {
        this.said = (this.said + text).slice(-4000)
      })
    for (let i = 0; i < 100; i++) {
      try {
        if ((await fetch(this.url + '/healthz')).ok) return
      } catch {
        /* not yet */
      }
      if (child.exitCode !== null) break
      await new Promise(r => setTimeout(r, 50))
    }
    throw new Error('the server does not start: ' + this.said)
  }

  /* SIGKILL: as if the machine had lost its power. */
  down(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.child
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
    return new Promise(resolve => {
      child.once('exit', () => resolve())
      child.kill(signal)
    })
  }

  async stop(): Promise<void> {
    await this.down('SIGTERM')
    fs.rmSync(this.data, { recursive: true, force: true })
  }
}

/* A record of random moves. */
export function randomRecord(game: string, seats: number, seed: number, ...options: string[]): string {
  return execFileSync(program, ['random', game, String(seats), String(seed), ...options], { encoding: 'utf8', maxBuffer: 1 << 24 })
}
