/* simd.ts: which of the two builds of the program this browser takes. */

/* A module with a function that uses SIMD. */
const probe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
])

/* The name of the build without SIMD begins with `plain`. */
export const build = (): 'castellany' | 'plain' =>
  typeof WebAssembly !== 'undefined' && WebAssembly.validate(probe) ? 'castellany' : 'plain'
