/* sound.ts: a few notes, made on the spot; nothing to download. Off until the player asks for it. */
import { app } from '../app/state'

type Note = [frequency: number, at: number, seconds: number]
const tunes: Record<string, Note[]> = {
  move: [[330, 0, 0.07]],
  turn: [
    [523, 0, 0.1],
    [659, 0.11, 0.16],
  ],
  start: [
    [392, 0, 0.12],
    [523, 0.12, 0.12],
    [659, 0.24, 0.2],
  ],
  chat: [[880, 0, 0.05]],
  end: [
    [523, 0, 0.14],
    [659, 0.14, 0.14],
    [784, 0.28, 0.14],
    [1047, 0.42, 0.4],
  ],
}
let context: AudioContext | null = null

export function play(tune: keyof typeof tunes): void {
  if (!app.settings.sound) return
  try {
    context ??= new AudioContext()
    if (context.state !== 'running') context.resume() // browsers suspend sound until the user touches the page, and after a phone was locked
    for (const [frequency, at, seconds] of tunes[tune]) {
      const start = context.currentTime + at
      const voice = context.createOscillator(),
        volume = context.createGain()
      voice.type = 'triangle'
      voice.frequency.value = frequency
      volume.gain.setValueAtTime(0, start)
      volume.gain.linearRampToValueAtTime(0.12, start + 0.012)
      volume.gain.exponentialRampToValueAtTime(0.0008, start + seconds)
      voice.connect(volume).connect(context.destination)
      voice.start(start)
      voice.stop(start + seconds)
    }
  } catch {
    /* no sound card */
  }
}
