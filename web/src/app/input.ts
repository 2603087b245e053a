/* input.ts: how the player pressed what was pressed last. */

let byKey = false // whether the player chose by a key, not by a pointer
let shifted = false // by Shift and Enter, which also confirm

export const choseByKey = (): boolean => byKey
export const wantsAtOnce = (): boolean => shifted

export function watchInput(): void {
  const keyed = (event: KeyboardEvent) => {
    byKey = true
    shifted = event.shiftKey && event.key === 'Enter' && !event.repeat
  }
  addEventListener('keydown', keyed, true)
  addEventListener('keyup', () => (shifted = false), true)
  addEventListener('pointerdown', () => (byKey = false), true)
}
