/** A common format for amounts that are compared, as in a heat map: signed, equally rounded, without float residue. */
import { dash, formatNumber } from './format-decimal.ts'

interface Scale {
  readonly below: number
  readonly unit: number
  readonly letter: string
  readonly places: number
}

const scales: readonly Scale[] = [
  { below: 1, unit: 1, letter: '', places: 4 },
  { below: 100, unit: 1, letter: '', places: 2 },
  { below: 1e5, unit: 1, letter: '', places: 0 },
  { below: 1e6, unit: 1e3, letter: 'k', places: 1 },
  { below: 1e7, unit: 1e3, letter: 'k', places: 0 },
  { below: 1e8, unit: 1e6, letter: 'M', places: 2 },
]
const greatestScale: Scale = { below: Number.POSITIVE_INFINITY, unit: 1e6, letter: 'M', places: 1 }
const usualScale: Scale = { below: 0, unit: 1, letter: '', places: 2 }
/** Smaller amounts count as zero, even among thousands. */
const cent = 0.01
/** Smaller than any venue's amounts. */
const dust = 1e-9

/** Formatter for each of these amounts; a value that is not finite reads as missing. Does not mask. */
export function moneyScale(values: ArrayLike<number>): (value: number) => string {
  const greatest = Array.from(values).reduce(
    (most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most),
    0,
  )
  const scale = greatest < dust ? usualScale : (scales.find(each => greatest < each.below) ?? greatestScale)
  const { unit, letter, places } = scale
  return value => {
    if (letter !== '' && Math.abs(value) < cent / 2) return '0'
    const text = formatNumber(value / unit, { places, sign: 'always' })
    return text === dash ? dash : `${text}${letter}`
  }
}
