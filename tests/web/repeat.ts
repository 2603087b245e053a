/* repeat.ts: tests that do the same for each game, language or screen. `make test` runs one of them, `make test-all`, which sets WEB_ALL=1, runs
   all. A test with @long repeats what others show in parts, such as a whole game; only `make test-all` has it. */
export const every = process.env.WEB_ALL === '1'

/* All of a list, or in `make test` the one with this number. */
export const some = <T>(all: readonly T[], one: number): readonly T[] => (every ? all : [all[one]])

export const games = ['castelli', 'castle', 'castellan']
export const languages = ['en', 'nl', 'de'] as const
