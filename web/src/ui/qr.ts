/* qr.ts: QR codes (ISO 18004) of texts up to 213 bytes: byte mode, error correction M, versions 1 to 10. */

/* By version, from 1: bytes of correction in a block, blocks, bytes in all. */
const correction = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]
const blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5]
const bytesInAll = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346]
/* The middle one of the places of alignment marks, which lie at 6, here (unless 0) and at the size less 7. */
const middle = [0, 0, 0, 0, 0, 0, 22, 24, 26, 28]

const dataBytes = (version: number): number => bytesInAll[version - 1] - correction[version - 1] * blocks[version - 1]

/* ---- bytes ---- */

/* Products in the field of 256 elements with the polynomial 0x11d. */
function times(a: number, b: number): number {
  let product = 0
  for (let i = 7; i >= 0; i--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> i) & 1) * a)
  return product
}

function generator(degree: number): number[] {
  let root = 1
  const out: number[] = [...Array(degree - 1).fill(0), 1]
  for (let i = 0; i < degree; i++) {
    for (let k = 0; k < degree; k++) out[k] = times(out[k], root) ^ (out[k + 1] ?? 0)
    root = times(root, 2)
  }
  return out
}

function remainder(data: number[], divisor: number[]): number[] {
  const out: number[] = Array(divisor.length).fill(0)
  for (const byte of data) {
    const factor = byte ^ out.shift()!
    out.push(0)
    divisor.forEach((d, i) => (out[i] ^= times(d, factor)))
  }
  return out
}

/* The text with its head and its filling. */
function content(text: Uint8Array, version: number): number[] {
  const bits: number[] = []
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1)
  }
  put(4, 4) // bytes
  put(text.length, version < 10 ? 8 : 16)
  text.forEach(byte => put(byte, 8))
  const capacity = dataBytes(version) * 8
  put(0, Math.min(4, capacity - bits.length))
  put(0, (8 - (bits.length % 8)) % 8)
  const out: number[] = []
  for (let i = 0; i < bits.length; i += 8) out.push(parseInt(bits.slice(i, i + 8).join(''), 2))
  for (let fill = 0xec; out.length < dataBytes(version); fill ^= 0xec ^ 0x11) out.push(fill)
  return out
}

/* The blocks of the content and of its correction, one byte of each after the other. The last blocks may be longer by one. */
function codewords(data: number[], version: number): number[] {
  const count = blocks[version - 1]
  const short = Math.floor(data.length / count)
  const shorter = count - (data.length % count)
  const divisor = generator(correction[version - 1])
  const parts: number[][] = []
  for (let i = 0, at = 0; i < count; i++) {
    const length = short + (i < shorter ? 0 : 1)
    parts.push(data.slice(at, at + length))
    at += length
  }
  const out: number[] = []
  for (let i = 0; i <= short; i++) for (const part of parts) if (i < part.length) out.push(part[i])
  const checks = parts.map(part => remainder(part, divisor))
  for (let i = 0; i < divisor.length; i++) for (const check of checks) out.push(check[i])
  return out
}

/* ---- modules ---- */

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

class Grid {
  readonly size: number
  readonly dark: boolean[][]
  readonly fixed: boolean[][] // part of a mark, not of the text

  constructor(readonly version: number) {
    this.size = 17 + 4 * version
    const empty = () => Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false))
    this.dark = empty()
    this.fixed = empty()
    this.drawMarks()
  }

  private set(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return
    this.dark[y][x] = dark
    this.fixed[y][x] = true
  }

  private drawMarks(): void {
    const { size, version } = this
    for (let i = 0; i < size; i++) {
      this.set(6, i, i % 2 === 0)
      this.set(i, 6, i % 2 === 0)
    }
    for (const [cx, cy] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ])
      for (let dy = -4; dy <= 4; dy++)
        for (let dx = -4; dx <= 4; dx++) {
          const ring = Math.max(Math.abs(dx), Math.abs(dy))
          this.set(cx + dx, cy + dy, ring !== 2 && ring !== 4)
        }
    const places = version === 1 ? [] : [6, ...(middle[version - 1] ? [middle[version - 1]] : []), size - 7]
    for (const cx of places)
      for (const cy of places) {
        const corner = (cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6)
        for (let dy = -2; dy <= 2 && !corner; dy++)
          for (let dx = -2; dx <= 2; dx++) this.set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
      }
    this.drawFormat(0)
    this.drawVersion()
  }

  /* Level M is 0; the mask's number follows. */
  drawFormat(mask: number): void {
    let rest = mask
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
    const bits = ((mask << 10) | rest) ^ 0x5412
    const bit = (i: number) => ((bits >> i) & 1) === 1
    const { size } = this
    for (let i = 0; i <= 5; i++) this.set(8, i, bit(i))
    this.set(8, 7, bit(6))
    this.set(8, 8, bit(7))
    this.set(7, 8, bit(8))
    for (let i = 9; i < 15; i++) this.set(14 - i, 8, bit(i))
    for (let i = 0; i < 8; i++) this.set(size - 1 - i, 8, bit(i))
    for (let i = 8; i < 15; i++) this.set(8, size - 15 + i, bit(i))
    this.set(8, size - 8, true)
  }

  private drawVersion(): void {
    const { size, version } = this
    if (version < 7) return
    let rest = version
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
    const bits = (version << 12) | rest
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)]
      this.set(a, b, ((bits >> i) & 1) === 1)
      this.set(b, a, ((bits >> i) & 1) === 1)
    }
  }

  /* Two columns at a time, from the right, up and down. */
  drawText(bytes: number[]): void {
    let i = 0
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5
      for (let k = 0; k < this.size; k++)
        for (let j = 0; j < 2; j++) {
          const x = right - j
          const y = ((right + 1) & 2) === 0 ? this.size - 1 - k : k
          if (this.fixed[y][x] || i >= bytes.length * 8) continue
          this.dark[y][x] = ((bytes[i >> 3] >> (7 - (i & 7))) & 1) === 1
          i++
        }
    }
  }

  flip(mask: number): void {
    for (let y = 0; y < this.size; y++)
      for (let x = 0; x < this.size; x++) if (!this.fixed[y][x] && masks[mask](x, y)) this.dark[y][x] = !this.dark[y][x]
  }

  /* How hard it is to read: long runs, squares, what looks like a corner, too much of one colour. */
  penalty(): number {
    const { size, dark } = this
    let sum = 0,
      count = 0
    const lines = [...dark, ...dark[0].map((_, x) => dark.map(row => row[x]))]
    for (const line of lines) {
      const text = line.map(d => (d ? '1' : '0')).join('')
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2
      for (let i = 0; i + 11 <= size; i++) if (/^(10111010000|00001011101)$/.test(text.slice(i, i + 11))) sum += 40
    }
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        if (dark[y][x]) count++
        if (x && y && dark[y][x] === dark[y - 1][x] && dark[y][x] === dark[y][x - 1] && dark[y][x] === dark[y - 1][x - 1]) sum += 3
      }
    return sum + 10 * Math.floor(Math.abs((20 * count) / (size * size) - 10))
  }
}

/* The rows of the code, true where it is dark; null if the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  const fits = (v: number) => bytes.length + (v < 10 ? 2 : 3) <= dataBytes(v)
  const version = correction.map((_, i) => i + 1).find(fits)
  if (!version) return null
  const words = codewords(content(bytes, version), version)
  const grids = masks.map((_, mask) => {
    const grid = new Grid(version)
    grid.drawText(words)
    grid.flip(mask)
    grid.drawFormat(mask)
    return grid
  })
  return grids.reduce((best, grid) => (grid.penalty() < best.penalty() ? grid : best)).dark
}
