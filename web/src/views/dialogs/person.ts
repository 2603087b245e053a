/* person.ts: what one player can do about another: mute, block, report. */
import { h, type Child } from '../../ui/dom'
import { during, notice } from '../../say/notice'
import { address } from '../../app/route'
import { app, redraw, type Dialog } from '../../app/state'
import { words } from '../../say/words'
import { closeDialog, dialog } from '../../ui/dialog'

/* A switch that the server keeps. */
function change(what: 'mute' | 'block', player: string, on: boolean): Promise<void> {
  return during(what, async () => {
    await app.source.ask(what, { player, on })
    const set = what === 'mute' ? app.muted : app.blocked
    if (on) set.add(player)
    else set.delete(player)
  })
}

function toggle(what: 'mute' | 'block', player: string): Child {
  const on = (what === 'mute' ? app.muted : app.blocked).has(player)
  return h(
    'li',
    null,
    h(
      'button',
      { class: 'btn', 'data-person': what, onclick: () => change(what, player, !on) },
      words(`person.${what}.${on ? 'off' : 'on'}`),
    ),
    h('p', { class: 'small muted' }, words(`person.${what}.about`)),
  )
}

/* What is wrong, for the owner of the server. */
function reportForm(table: string, line?: number): Child {
  const send = (e: Event) => {
    e.preventDefault()
    const text = (app.drafts.report ?? '').trim()
    if (text)
      during('report', async () => {
        await app.source.ask('report', { table, text, ...(line !== undefined && { line }) })
        app.drafts.report = ''
        closeDialog()
        notice(words('report.sent'))
      })
  }
  return h(
    'form',
    { class: 'report', onsubmit: send },
    h('label', { for: 'report-text' }, words(line === undefined ? 'report.table' : 'report.line')),
    h('textarea', {
      id: 'report-text',
      maxlength: 300,
      rows: 3,
      value: app.drafts.report ?? '',
      oninput: (e: Event) => {
        app.drafts.report = (e.target as HTMLTextAreaElement).value
        redraw()
      },
    }),
    h('button', { class: 'btn', type: 'submit', disabled: !(app.drafts.report ?? '').trim() }, words('report.send')),
  )
}

export function personDialog({ player, name, table, line }: Extract<Dialog, { is: 'person' }>): Child {
  return dialog(
    'person',
    name,
    h(
      'p',
      null,
      h('a', { class: 'btn', 'data-profile': player, href: address({ page: 'player', player }) }, words('profile.title')),
    ),
    h('ul', { class: 'menu' }, toggle('mute', player), toggle('block', player)),
    reportForm(table, line),
  )
}

export const reportDialog = ({ table }: Extract<Dialog, { is: 'report' }>): Child =>
  dialog('report', words('report.title'), reportForm(table))
