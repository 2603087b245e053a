/* site.ts: a plain file server for `make site`, in a folder of its host, as any static host has it. */
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { program } from './server'

const build = path.dirname(program)
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
}

export class Site {
  readonly folder = path.join(build, 'site')
  private constructor(
    private server: http.Server,
    private base: string,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${this.base}`
  }

  /* `alter` may change what is sent of a file; null: it is not there. */
  static async start(base = '/games/castellany', alter = (_name: string, data: Buffer): Buffer | null => data): Promise<Site> {
    if (!fs.existsSync(path.join(build, 'site'))) throw new Error(`${build}/site is missing: make site`)
    const server = http.createServer((request, answer) => {
      const { pathname } = new URL(request.url!, 'http://host')
      const name = pathname.startsWith(base + '/') ? pathname.slice(base.length + 1) || 'index.html' : '-'
      const file = path.join(build, 'site', path.basename(name))
      const data = !name.includes('/') && fs.existsSync(file) ? alter(name, fs.readFileSync(file)) : null
      if (!data) {
        answer.writeHead(404).end()
        return
      }
      answer.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' })
      answer.end(data)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    return new Site(server, base)
  }

  stop(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise(resolve => this.server.close(() => resolve()))
  }
}
