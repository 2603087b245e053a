/* blake2s.ts: the hash BLAKE2s-256 (RFC 7693) of at most 64 bytes. Browsers have no hash on pages without TLS. */

const initial = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
const order = [
  '0123456789abcdef',
  'ea489fd61c02b753',
  'b8c052fdae367194',
  '7931dcbe265a40f8',
  '905724afe1bc683d',
  '2c6a0b834d75fe19',
  'c51fed4a0763928b',
  'db7ec13950f4862a',
  '6fe9b308c2d714a5',
  'a2847615fb9e3cd0',
].map(row => [...row].map(digit => parseInt(digit, 16)))

const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n))

function mix(v: number[], [a, b, c, d]: number[], x: number, y: number): void {
  v[a] = (v[a] + v[b] + x) | 0
  v[d] = rotate(v[d] ^ v[a], 16)
  v[c] = (v[c] + v[d]) | 0
  v[b] = rotate(v[b] ^ v[c], 12)
  v[a] = (v[a] + v[b] + y) | 0
  v[d] = rotate(v[d] ^ v[a], 8)
  v[c] = (v[c] + v[d]) | 0
  v[b] = rotate(v[b] ^ v[c], 7)
}

export function blake2s(bytes: Uint8Array): Uint8Array {
  const block = new Uint8Array(64)
  block.set(bytes)
  const words = new DataView(block.buffer)
  const m = initial.concat(initial).map((_, i) => words.getUint32(4 * i, true))
  const h = initial.slice()
  h[0] ^= 0x01010020
  const v = h.concat(initial)
  v[12] ^= bytes.length
  v[14] = ~v[14]
  for (const row of order) {
    for (let i = 0; i < 4; i++) mix(v, [i, i + 4, i + 8, i + 12], m[row[2 * i]], m[row[2 * i + 1]])
    for (let i = 0; i < 4; i++)
      mix(v, [i, ((i + 1) % 4) + 4, ((i + 2) % 4) + 8, ((i + 3) % 4) + 12], m[row[8 + 2 * i]], m[row[9 + 2 * i]])
  }
  const out = new DataView(new ArrayBuffer(32))
  for (let i = 0; i < 8; i++) out.setUint32(4 * i, h[i] ^ v[i] ^ v[i + 8], true)
  return new Uint8Array(out.buffer)
}
