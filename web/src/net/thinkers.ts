/* thinkers.ts: workers that answer questions to bots. Computers' moves go before hints. */
import type { FromThinker, ToThinker } from './messages'

interface Question {
  isMove: boolean
  bytes: Uint8Array
  done(answer: Uint8Array): void
}

export class Thinkers {
  private idle: Worker[] = []
  private started = 0
  private waiting: Question[] = []

  constructor(
    private script: string,
    private module: WebAssembly.Module,
    private most: number,
  ) {}

  ask(isMove: boolean, bytes: Uint8Array, done: (answer: Uint8Array) => void): void {
    const at = isMove ? this.waiting.findIndex(q => !q.isMove) : -1
    this.waiting.splice(at < 0 ? this.waiting.length : at, 0, { isMove, bytes, done })
    this.goOn()
  }

  private goOn(): void {
    while (this.waiting.length) {
      const worker = this.idle.pop() ?? (this.started < this.most ? this.start() : null)
      if (!worker) return
      const question = this.waiting.shift()!
      const answer = (bytes: Uint8Array, again: Worker | null) => {
        if (again) this.idle.push(again)
        else this.started--
        question.done(bytes)
        this.goOn()
      }
      worker.onmessage = (e: MessageEvent<FromThinker>) => answer(e.data.bytes, worker)
      worker.onerror = () => {
        worker.terminate()
        answer(new Uint8Array(), null) // it is asked again, or another one is
      }
      this.say(worker, { is: 'question', bytes: question.bytes })
    }
  }

  private start(): Worker {
    this.started++
    const worker = new Worker(this.script)
    this.say(worker, { is: 'bots', module: this.module })
    return worker
  }

  private say(worker: Worker, message: ToThinker): void {
    worker.postMessage(message)
  }
}
