/* settings_dialog.ts: the dialog of settings, and the one that shows a clause. */
import { host } from '../../app/host'
import { needWords } from '../../app/parts'
import { h, type Child } from '../../ui/dom'
import { bookOf } from '../../games/index'
import { hasServer } from '../../net/router'
import { changeSettings } from '../../model/player'
import { address } from '../../app/route'
import { app, redraw, type Dialog } from '../../app/state'
import { play } from '../../ui/sound'
import { complain, notice } from '../../say/notice'
import { canPush, endPush, startPush, wantsPush } from '../../net/push'
import { mayNotify } from '../../model/turns'
import { day, languageNames, languages, words } from '../../say/words'
import { clauseCard } from '../rules'
import { dialog, options, pickOne, tick } from '../../ui/dialog'

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
    canPush() &&
      tick(
        words('settings.push'),
        wantsPush(),
        async push => {
          try {
            const may = push ? await startPush() : (await endPush(), true)
            if (!may) notice(words('settings.notifyDenied'), true)
            redraw()
          } catch (error) {
            complain(error)
          }
        },
        words('settings.pushAbout'),
      ),
    hasServer() && holiday(),
    'vibrate' in navigator && tick(words('settings.buzz'), s.buzz, buzz => changeSettings({ buzz })),
    tick(words('settings.forced'), s.forced, forced => changeSettings({ forced }), words('settings.forcedAbout')),
    tick(words('settings.ends'), s.ends, ends => changeSettings({ ends })),
    tick(words('settings.cover'), s.cover, cover => changeSettings({ cover }), words('settings.coverAbout')),
    tick(words('settings.guide'), s.guide, guide => changeSettings({ guide }), words('settings.guideAbout')),
    tick(words('settings.boardText'), s.boardText, boardText => changeSettings({ boardText }), words('settings.boardTextAbout')),
    needWords() && access(),
  )
}

/* In games of a day or more for each move the clock of somebody on holiday stands still. */
function holiday(): Child {
  const take = (days: string) =>
    app.source.ask('holiday', { days: Number(days) }).then(({ until }) => {
      app.holiday = until
      redraw()
    }, complain)
  const on = app.holiday > host.now()
  const choices = on
    ? [
        { value: 'on', text: words('holiday.until', { time: day(app.holiday) }) },
        { value: '0', text: words('holiday.end') },
      ]
    : [
        { value: '0', text: words('holiday.none') },
        ...[3, 7, 14, 21].map(n => ({ value: String(n), text: words('holiday.days', { days: n }) })),
      ]
  return [
    pickOne('set-holiday', words('holiday.title'), on ? 'on' : '0', choices, value => void (value !== 'on' && take(value))),
    h('p', { class: 'muted small' }, words('holiday.about')),
  ]
}

/* What helps those who listen, see little, or use few keys. */
function access(): Child {
  const s = app.settings
  const named = <T extends string>(prefix: string, values: readonly T[]) =>
    values.map(value => ({ value, text: words(prefix + value) }))
  const times = [3000, 5000, 10000, 20000, 0].map(ms => ({
    value: String(ms),
    text: ms ? words('reaction.seconds', { seconds: ms / 1000 }) : words('reaction.none'),
  }))
  return h(
    'section',
    { class: 'group', 'aria-labelledby': 'settings-access' },
    h('h3', { id: 'settings-access' }, words('settings.access')),
    h('p', { class: 'muted small' }, h('a', { href: address({ page: 'access' }) }, words('access.read'))),
    options('speech', words('settings.speech'), s.speech, named('speech.', ['turn', 'all', 'mine'] as const), speech =>
      changeSettings({ speech }),
    ),
    options('keys', words('settings.keys'), s.keys, named('shortcuts.', ['on', 'alt', 'off'] as const), keys =>
      changeSettings({ keys }),
    ),
    h('p', { class: 'muted small' }, words('shortcuts.about.' + s.keys)),
    options('contrast', words('settings.contrast'), s.contrast, named('contrast.', ['system', 'more'] as const), contrast =>
      changeSettings({ contrast }),
    ),
    tick(words('settings.targets'), s.targets, targets => changeSettings({ targets })),
    tick(words('settings.notation'), s.notation, notation => changeSettings({ notation }), words('settings.notationAbout')),
    options('messages', words('settings.messages'), s.messages, named('messages.', ['short', 'stay'] as const), messages =>
      changeSettings({ messages }),
    ),
    pickOne('set-reaction', words('settings.reaction'), String(s.reaction), times, ms => changeSettings({ reaction: Number(ms) })),
    options('scan', words('settings.scan'), s.scan, named('scan.', ['off', 'step', 'auto'] as const), scan =>
      changeSettings({ scan }),
    ),
    h('p', { class: 'muted small' }, words('scan.about.' + s.scan)),
    s.scan === 'auto' &&
      options(
        'pause',
        words('settings.pause'),
        s.pause,
        [1, 1.5, 2, 3, 5].map(value => ({ value, text: words('pause.seconds', { seconds: value }) })),
        pause => changeSettings({ pause }),
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
