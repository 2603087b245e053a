/* at_table.ts: the page of a table and what is done there. It is a file of its own (see parts.ts). */
export { transmit } from '../model/choose'
export { hasBar, tablePage } from '../views/table_page'
export { receive } from '../model/receive'
export { goToPublic } from '../model/replay'
export { escapeBox, keyAtTable } from './table_keys'
export { forgetWaiting, tellClock } from '../say/telling'
