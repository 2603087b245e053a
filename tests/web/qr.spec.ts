/* qr.spec.ts: QR codes, compared with codes that zbar reads. */
import { createHash } from 'node:crypto'
import { expect, test } from './test'
import { qrCode } from '../../web/src/ui/qr'

const sum = (text: string): string => {
  const rows = qrCode(text)!.map(row => row.map(dark => (dark ? '#' : '.')).join(''))
  return createHash('sha256').update(rows.join('\n')).digest('hex')
}

test('codes of known texts', () => {
  expect(sum('abc')).toBe('389459cdceacc8ec4811b8138158e939728808cbadcb57908eff252a7ab4390b')
  const link = 'https://castles.example/#/table/0s8st5b7mgwja?invite=0123456789abcdef0123456789abcdef'
  expect(sum(link)).toBe('1e9ec50caa690fd61471ae7e533fa4e66c4359532a1e9acde3df57325ad6eded')
  expect(sum('ü'.repeat(70))).toBe('528b0c700e228a7820398d848ed72c1f27978e6ae4bb962848d29647c076c07c')
  expect(qrCode('x'.repeat(213))).toHaveLength(57)
  expect(qrCode('x'.repeat(214))).toBeNull()
})
