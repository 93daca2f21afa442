/**
 * Shortens a figure that does not fit its cell: first its decimals, then its digits with a suffix ("−1.25M"). The
 * tooltip has all of it.
 */
import { decimalText } from '../../../core/domain/decimal.ts'
import { letterScales } from './format-decimal.ts'
import { areAmountsHidden } from './privacy.ts'

/** Widths of a figure's characters in em with tabular digits, and cell padding in px. */
const fontPx = 12
const widest = { digit: 0.65, narrow: 0.28, letter: 0.9 }
const paddingPx = 17

const widthOf = (text: string): number => {
  let em = 0
  for (const each of text)
    em += /[\d+−]/.test(each) ? widest.digit : /[.,  ·]/.test(each) ? widest.narrow : widest.letter
  return em * fontPx
}

export const fits = (text: string, cellPx: number): boolean => widthOf(text) <= cellPx - paddingPx

const figure = /^([+−]?)([\d,]+)(?:\.(\d+))?( %| [A-Z]+)?$/
function* shorterWays(sign: string, whole: string, fraction: string, unit: string): Generator<string> {
  const value = Number(`${whole.replaceAll(',', '')}.${fraction}0`)
  for (let places = fraction.length - 1; places >= 0; places -= 1) {
    const text = value.toFixed(places)
    // A figure below one keeps two significant decimals.
    if (value !== 0 && value < 1 && !/[1-9]\d$/.test(text)) break
    yield `${sign}${decimalText(text, 'auto')}${unit}`
  }
  const scaled = letterScales.find(([scale]) => value >= scale * 0.9995)
  if (scaled === undefined) return
  for (const places of [2, 1, 0]) yield `${sign}${(value / scaled[0]).toFixed(places)}${scaled[1]}${unit}`
}

/** Shortens `text` to fit `cellPx`. Anything but a figure, or one that cannot fit, is unchanged. */
export function withinCell(text: string, cellPx: number): string {
  if (fits(text, cellPx) || areAmountsHidden()) return text
  const parts = figure.exec(text)
  if (parts === null) return text
  const [, sign = '', whole = '', fraction = '', unit = ''] = parts
  let shortest = text
  for (const way of shorterWays(sign, whole, fraction, unit)) {
    if (fits(way, cellPx)) return way
    if (widthOf(way) < widthOf(shortest)) shortest = way
  }
  return shortest
}
