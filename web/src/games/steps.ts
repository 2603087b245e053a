/* steps.ts: putting a story together from steps. */

import { Step } from '../game_ui'

export const step = (ms: number, part: Partial<Step> = {}): Step => ({
  events: [],
  marks: [],
  show: [],
  tumble: false,
  flights: [],
  announce: false,
  ...part,
  ms,
})
