/* cpu.ts: what a test costs. With WEB_CPU=FILE each test adds a line to the file: seconds of CPU, project, name. */
import fs from 'node:fs'
import type { TestInfo } from '@playwright/test'

const TICKS = 100 // of the kernel, in a second

/* The seconds that this process and all below it have used: browsers, servers, and those of them that have ended. */
function used(): number {
  const children = new Map<number, number[]>()
  const ticks = new Map<number, number>()
  for (const name of fs.readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    try {
      const text = fs.readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      children.set(fields[1], [...(children.get(fields[1]) ?? []), Number(name)])
      ticks.set(Number(name), fields[11] + fields[12] + fields[13] + fields[14])
    } catch {
      /* it has ended */
    }
  const sum = (pid: number): number => (children.get(pid) ?? []).reduce((all, child) => all + sum(child), ticks.get(pid) ?? 0)
  return sum(process.pid) / TICKS
}

export async function countCpu(run: () => Promise<void>, { project, titlePath }: TestInfo): Promise<void> {
  if (!process.env.WEB_CPU) return run()
  const before = used()
  await run()
  fs.appendFileSync(process.env.WEB_CPU, `${(used() - before).toFixed(2)} [${project.name}] ${titlePath.join(' › ')}\n`)
}
