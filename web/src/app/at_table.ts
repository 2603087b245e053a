/* at_table.ts: the page of a table and what is done there. It is a file of its own (see parts.ts). */
export { transmit } from './choose'
export { hasBar, tablePage } from './pages/table'
export { receive } from './receive'
export { goToPublic } from './replay'
export { escapeBox, keyAtTable } from './table_keys'
export { forgetWaiting, tellClock } from './telling'
