/* settings.ts: the dialogs of settings and keys, and the one that shows a clause. */
import { h, type Child } from '../dom'
import { bookOf } from '../games/index'
import { changeSettings } from '../player'
import { address } from '../route'
import { app, type Dialog } from '../state'
import { play } from '../sound'
import { notice } from '../notice'
import { mayNotify } from '../turns'
import { languageNames, languages, words } from '../words'
import { clauseCard } from '../pages/rules'
import { dialog, options, pickOne, tick } from './dialog'

export function settingsDialog(): Child {
  const s = app.settings
  const named = <T extends string>(prefix: string, values: readonly T[]) =>
    values.map(value => ({ value, text: words(prefix + value) }))
  return dialog(
    'settings',
    words('settings.title'),
    pickOne(
      'set-language',
      words('settings.language'),
      s.language,
      languages.map(value => ({ value, text: languageNames[value] })),
      language => changeSettings({ language: language as typeof s.language }),
    ),
    options('theme', words('settings.theme'), s.theme, named('theme.', ['system', 'light', 'dark'] as const), theme =>
      changeSettings({ theme }),
    ),
    options('confirm', words('settings.confirm'), s.confirm, named('confirm.', ['double', 'single', 'button'] as const), confirm =>
      changeSettings({ confirm }),
    ),
    h('p', { class: 'muted small' }, words('confirm.about.' + s.confirm)),
    options('motion', words('settings.motion'), s.motion, named('motion.', ['system', 'on', 'off'] as const), motion =>
      changeSettings({ motion }),
    ),
    options('story', words('settings.story'), s.story, named('story.speed.', ['slow', 'normal', 'fast', 'now'] as const), story =>
      changeSettings({ story }),
    ),
    options(
      'text',
      words('settings.text'),
      s.text,
      [100, 115, 130, 150].map(value => ({ value, text: value + ' %' })),
      text => changeSettings({ text }),
    ),
    tick(words('settings.sound'), s.sound, sound => {
      changeSettings({ sound })
      play('turn')
    }),
    tick(
      words('settings.notify'),
      s.notify,
      async notify => {
        const may = !notify || (await mayNotify())
        if (!may) notice(words('settings.notifyDenied'), true)
        changeSettings({ notify: notify && may })
      },
      words('settings.notifyAbout'),
    ),
    'vibrate' in navigator && tick(words('settings.buzz'), s.buzz, buzz => changeSettings({ buzz })),
    tick(words('settings.forced'), s.forced, forced => changeSettings({ forced }), words('settings.forcedAbout')),
    tick(words('settings.ends'), s.ends, ends => changeSettings({ ends })),
    tick(words('settings.cover'), s.cover, cover => changeSettings({ cover }), words('settings.coverAbout')),
    tick(words('settings.guide'), s.guide, guide => changeSettings({ guide }), words('settings.guideAbout')),
    tick(words('settings.boardText'), s.boardText, boardText => changeSettings({ boardText }), words('settings.boardTextAbout')),
  )
}

const keys = [
  ['←↑→↓', 'keys.walk'],
  ['Enter', 'keys.enter'],
  ['r', 'keys.turn'],
  ['+ − 0', 'keys.zoom'],
  ['Esc', 'keys.esc'],
  ['z', 'keys.undo'],
  ['h', 'keys.hint'],
  ['n', 'keys.notation'],
  ['i', 'keys.influence'],
  ['t', 'keys.text'],
  ['c', 'keys.chat'],
  ['b', 'keys.board'],
  ['l', 'keys.log'],
  ['[ ]', 'keys.replay'],
  ['?', 'keys.help'],
]

export function keysDialog(): Child {
  return dialog(
    'keys',
    words('keys.title'),
    h(
      'dl',
      { class: 'keylist' },
      keys.map(([key, text]) => [h('dt', null, h('kbd', null, key)), h('dd', null, words(text))]),
    ),
  )
}

export function clauseDialog(d: Extract<Dialog, { is: 'clause' }>): Child {
  const game = bookOf(d.game)
  return dialog(
    'clausebox',
    words('rules.clauseOf', { clause: d.clause, game: words('game.' + game) }),
    d.reason && h('p', null, d.reason),
    clauseCard(game, d.clause),
    h(
      'div',
      { class: 'buttons' },
      h('a', { class: 'btn', href: address({ page: 'rules', game, clause: d.clause }), target: '_blank' }, words('rules.open')),
    ),
  )
}
