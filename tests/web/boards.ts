/* boards.ts: the boards by themselves on a page without a server, and real positions to put on them. */
import type { Page } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { program } from './server'
import { catalogue } from './test'

export const web = path.resolve(__dirname, '../../web')

/* The games as one script, and a table to put them on. */
function bundle(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'castellany-boards-'))
  const entry = path.join(folder, 'entry.ts')
  fs.writeFileSync(
    entry,
    `
    import { games as a } from ${JSON.stringify(path.join(web, 'src/games/castelli/package.ts'))}
    import { games as b } from ${JSON.stringify(path.join(web, 'src/games/castle/package.ts'))}
    import { games as c } from ${JSON.stringify(path.join(web, 'src/games/castellan/package.ts'))}
    const gameUIs = Object.fromEntries([...a, ...b, ...c].map((game: any) => [game.name, game]))
    import { drawAll } from ${JSON.stringify(path.join(web, 'src/games/castelli/tournament.ts'))}
    import { mountBoard, still, stillProps } from ${JSON.stringify(path.join(web, 'src/board/board.ts'))}
    import { h, render } from ${JSON.stringify(path.join(web, 'src/ui/dom.ts'))}
    import { tokensOf } from ${JSON.stringify(path.join(web, 'src/board/steps.ts'))}
    import { fill } from ${JSON.stringify(path.join(web, 'src/say/words.ts'))}
    const told: string[] = []
    const words = (key: string, args: any = {}) => {
      const text = (window as any).catalogue[key]
      if (text === undefined) throw new Error('no words for ' + key)
      for (const [, name] of text.matchAll(/\\{(\\w+)/g))
        if (!(name in args)) throw new Error(name + ' is not given for ' + text)
      return fill(text, args, 'en')
    }
    const names = ['', 'Anna', 'Bram', 'Clara', 'Mira']
    let ui: any, board: any, props: any, previews: any = {}
    const host = () => document.getElementById('board')!, side = () => document.getElementById('choice')!
    const hooks = {
      select(move: string | null) { told.push('select ' + move); props = { ...props, selected: move, preview: previews[move!] ?? null }; show() },
      confirm() { told.push('confirm ' + props.selected) },
      whyNot(move: string) { told.push('why ' + move) },
      preview: async (move: string) => previews[move] ?? null,
      changed: () => props && show(),
    }
    function show() { board.update(props); render(side(), ui.choice(props, hooks).map((group: any) => h('div', null, group))) }
    Object.assign(window, {
      told,
      mount(game: string) { board?.destroy(); ui = gameUIs[game]; board = mountBoard(host(), hooks, ui.board(hooks)); props = null },
      put(position: any, seat: number, last: any[], outcomes: any = {}) {
        previews = outcomes
        props = { board: position.board, view: position.view, seat, moves: position.moves, selected: null, preview: null, last, recent: last, highlight: [],
          points: position.points, turn: [], names: names.map((name, i) => (i && i === seat ? words('name.you') : name)), you: seat, words, motion: (window as any).motion ?? false }
        show()
      },
      steps: () => props.last.flatMap((line: any) => ui.story(line, props)),
      tell(before: any, at: number) {
        const { view } = props, steps = (window as any).steps(), events = (list: any[]) => list.flatMap(step => step.events)
        const coming = events(steps.slice(at + 1))
        board.update({ ...props, moves: [], view: coming.length ? ui.untold(view, before, events(steps.slice(0, at + 1)), coming) : view })
      },
      tokens: (count: number) => tokensOf([{ symbol: 'vp', from: 1, seat: 1, good: 'vp', count }]).map(it => it.amount),
      say: () => props.last.map((line: any) => ui.say(line, props)),
      mark(line: any) { const about = ui.places(line, props); props = { ...props, highlight: about.map((it: any) => it.place) }; show(); return { about, text: ui.say(line, props) } },
      turnOf(seats: number[]) { props = { ...props, turn: seats, moves: [] }; show() },
      text() {
        const { summary, rows, table } = ui.text(props)
        const told = [ui.decision?.(props) ?? '', ...(ui.holds?.(props) ?? []), ...props.moves.slice(0, 40).flatMap((move: string) => ui.outcome?.(move, props) ?? [])]
        const { did, also } = ui.deeds?.(props.last, props) ?? { did: [], also: [] }
        return [...summary, ...rows.flatMap((row: any) => [row.title, ...row.lines]), ...(table ? [table.caption, ...table.head, ...table.rows.flat()] : []), ...told, ...did, ...also]
      },
      sheet: () => ui.sheet(props), facts: (seat: number) => ui.facts(props, seat),
      labels: () => props.moves.map((move: string) => ui.moveLabel(move, props)),
      kept({ board, view }: any, again: any) {
        const all = (node: any, into = new Set()) => { if (typeof node === 'object') { into.add(node); for (const kid of node.kids.values()) all(kid, into) } return into }
        const nodes = (it: any) => drawAll({ ...stillProps(board, it), words } as any, null).nodes.flatMap((node: any) => [...all(node)])
        const before = new Set(nodes(view))
        return nodes(again).filter((node: any) => before.has(node) && node.attrs['data-place']).length
      },
      picture(position: any) { const small = document.createElement('div'); render(small, still(ui.picture(position.board, position.view))); return small.querySelectorAll('svg *').length },
    })`,
  )
  const script = execFileSync('esbuild', ['--bundle', '--format=iife', '--log-level=warning', entry], { encoding: 'utf8' })
  fs.rmSync(folder, { recursive: true })
  return script
}

const script = bundle()

export async function open(page: Page, language: string, game: string): Promise<void> {
  await page.setContent(
    `<!doctype html><html lang="${language}"><style>svg { width: 700px; height: 700px }</style><div id="board"></div><div id="choice"></div></html>`,
  )
  await page.evaluate(words => {
    ;(window as any).catalogue = words
  }, catalogue(language))
  await page.evaluate(script)
  await page.evaluate(name => (window as any).mount(name), game)
}

interface Position {
  board: any
  view: any
  moves: string[]
  points: number[]
  events: any[]
}

/* A record as moves, and the position after any of them as a seat sees it. */
export class Game {
  readonly head: string[]
  readonly moves: string[]
  constructor(record: string) {
    const lines = record.split('\n').filter(line => line && !line.startsWith('='))
    this.head = lines.filter(line => !/^[*\d] /.test(line))
    this.moves = lines.filter(line => /^[*\d] /.test(line))
  }
  get name(): string {
    return this.head.find(line => line.startsWith('game '))!.slice(5)
  }
  at(ply: number, seat: number, ...more: string[]): Position {
    const record = [...this.head, ...this.moves.slice(0, ply), ...more].join('\n') + '\n'
    return JSON.parse(
      execFileSync(program, ['show', '--json', '--seat', String(seat), '-'], {
        input: record,
        encoding: 'utf8',
        maxBuffer: 1 << 24,
      }),
    )
  }
  actor(ply: number): number {
    return this.moves[ply]?.startsWith('*') ? 0 : Number(this.moves[ply]?.[0] ?? 0)
  }
  line(ply: number, position: Position) {
    const made = this.moves[ply - 1]
    return made
      ? [{ number: ply - 1, seat: made[0] === '*' ? 0 : Number(made[0]), move: made.slice(2), events: position.events }]
      : []
  }
}

export const put = (page: Page, position: Position, seat: number, last: object[], outcomes: object = {}) =>
  page.evaluate(([a, b, c, d]) => (window as any).put(a, b, c, d), [position, seat, last, outcomes] as const)

/* The elements of the board, a line for each; where the tab stop stands does not matter. */
export const picture = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('#board svg *')].map(el =>
      [
        el.tagName,
        ...el
          .getAttributeNames()
          .filter(name => name !== 'tabindex' && el.getAttribute(name))
          .sort()
          .map(name => `${name}=${el.getAttribute(name)}`),
      ].join(' '),
    ),
  )
