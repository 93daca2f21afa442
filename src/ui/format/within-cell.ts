/**
 * A figure in a cell is never cut: it loses its decimals, then its digits behind a letter ("−1.25M"), before anything of it is hidden. What
 * stands in the cell's tip is whole.
 */
import { decimalText } from '../../domain/decimal.ts'
import { letterScales } from './format-decimal.ts'
import { areAmountsHidden } from './privacy.ts'

/** Widths of a figure's characters in em of the cell's font, with tabular digits; the padding of a cell in px. */
const fontPx = 12
const widest = { digit: 0.65, narrow: 0.28, letter: 0.9 }
const paddingPx = 17

const widthOf = (text: string): number => {
  let em = 0
  for (const each of text) em += /[\d+−]/.test(each) ? widest.digit : /[.,  ·]/.test(each) ? widest.narrow : widest.letter
  return em * fontPx
}

/** Does the text fit a cell so wide (px)? */
export const fits = (text: string, cellPx: number): boolean => widthOf(text) <= cellPx - paddingPx

const figure = /^([+−]?)([\d,]+)(?:\.(\d+))?( %| [A-Z]+)?$/
/** Shorter and shorter ways to write it. */
function* shorterWays(sign: string, whole: string, fraction: string, unit: string): Generator<string> {
  const value = Number(`${whole.replaceAll(',', '')}.${fraction}0`)
  for (let places = fraction.length - 1; places >= 0; places -= 1) {
    const text = value.toFixed(places)
    // A figure of nothing but decimals keeps two that say something.
    if (value !== 0 && value < 1 && !/[1-9]\d$/.test(text)) break
    yield `${sign}${decimalText(text, 'auto')}${unit}`
  }
  // From 999,500 on the thousands would read "1000k".
  const scaled = letterScales.find(([scale]) => value >= scale * 0.9995)
  if (scaled === undefined) return
  for (const places of [2, 1, 0]) yield `${sign}${(value / scaled[0]).toFixed(places)}${scaled[1]}${unit}`
}

/** `text` as it fits a cell `cellPx` wide; what is no figure, or fits in no way, stays as it is. */
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
