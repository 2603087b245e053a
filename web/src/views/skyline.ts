/* skyline.ts: the country above the start page, put together from the symbols of the games. */
import { h, type Child } from '../ui/dom'

/* A symbol with its foot at (x, y). */
const stands = (id: string, x: number, y: number, size: number) =>
  h('use', { href: '#' + id, x: x - size / 2, y: y - size, width: size, height: size })
const row = (id: string, size: number, places: [number, number][]) => places.map(([x, y]) => stands(id, x, y, size))

/* Points of light, the same at every drawing; they are seen at night. */
function stars(): string {
  const chance = (i: number) => (((Math.sin(i * 127.1) * 43758.5) % 1) + 1) % 1
  return Array.from(
    { length: 44 },
    (_, i) => `M${Math.round(470 + chance(i) * 700)} ${Math.round(chance(i + 0.5) * 120)}h.01`,
  ).join('')
}

export function skyline(): Child {
  return h(
    'svg',
    { class: 'skyline', viewBox: '0 0 1180 200', preserveAspectRatio: 'xMaxYMax slice', 'aria-hidden': 'true', focusable: 'false' },
    h('path', { d: stars(), class: 'stars' }),
    h('circle', { cx: 905, cy: 62, r: 34, class: 'skysun' }),
    h('path', { d: 'M893 50a5 5 0 1 0 .1 0M914 66a8 8 0 1 0 .1 0M897 74a4 4 0 1 0 .1 0', class: 'craters' }),
    h(
      'g',
      { class: 'far' },
      row('rock', 58, [
        [782, 116],
        [822, 110],
        [1148, 108],
      ]),
    ),
    h('path', { d: 'M300 200Q420 112 560 134T800 96T1000 120T1180 84V200Z', class: 'hill far' }),
    h(
      'g',
      { class: 'far' },
      row('wood', 26, [
        [600, 138],
        [622, 137],
        [1040, 121],
        [1060, 117],
      ]),
    ),
    stands('keep-2', 976, 128, 46),
    stands('castle-3', 706, 140, 52),
    h('path', { d: 'M0 200Q210 168 420 176T760 150T1010 158T1180 134V200Z', class: 'hill' }),
    row('wood', 36, [
      [556, 176],
      [584, 172],
      [650, 168],
      [1108, 152],
      [1136, 148],
    ]),
    stands('city', 880, 164, 66),
    stands('palace-yellow', 1010, 170, 50),
    stands('castle-1', 780, 166, 74),
    stands('castle-4', 1072, 166, 58),
    stands('village', 500, 184, 40),
    h('path', { d: 'M0 200Q330 178 640 190T1180 172V200Z', class: 'hill near' }),
    row('wood', 44, [
      [700, 198],
      [728, 195],
      [1160, 186],
    ]),
    row('grain', 24, [
      [838, 192],
      [862, 191],
      [886, 190],
    ]),
    stands('house-red', 950, 192, 34),
    stands('house-blue', 986, 190, 34),
    stands('house-green', 640, 198, 32),
    stands('tower-white', 1112, 186, 46),
  )
}
