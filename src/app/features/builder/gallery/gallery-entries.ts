/** Structures of the gallery: a card per named form, by view, with a payoff picture. */
import { strikeOffsets } from '../../../../core/domain/structures/instantiate.ts'
import type { Direction } from '../../../../core/domain/structures/match.ts'
import type { TemplateForm, View } from '../../../../core/domain/structures/template.ts'
import { templates } from '../../../../core/domain/structures/templates.ts'
import { dayMs, yearMs } from '../../../../core/domain/time.ts'
import { blackPriceOf } from '../../../../core/pricing/black.ts'
import { type ModelLeg, payoffBefore } from '../../../../core/pricing/payoff-before.ts'
import { expiryPayoff, payoffAt } from '../../../../core/pricing/payoff.ts'
import { capital } from '../../../../core/domain/words.ts'

export interface GalleryEntry {
  readonly id: string
  readonly number: number
  readonly form: TemplateForm
  readonly code: string | undefined
  readonly name: (direction: Direction) => string
  readonly view: (direction: Direction) => View
}

export const views: readonly View[] = ['bullish', 'bearish', 'neutral', 'volatility']

const soldViews: Readonly<Record<View, View>> = {
  bullish: 'bearish',
  bearish: 'bullish',
  neutral: 'volatility',
  volatility: 'neutral',
}
export const galleryEntries: readonly GalleryEntry[] = templates.flatMap(template => {
  const named = new Map<string, TemplateForm>()
  for (const form of template.forms) {
    const name = form.name ?? template.name
    if (!named.has(name)) named.set(name, form)
  }
  return [...named].map(([name, form]) => ({
    id: `${template.number} ${name}`,
    number: template.number,
    form,
    code: template.code,
    name: direction => capital(direction === 'long' ? name : (form.soldName ?? template.soldName)),
    view: direction => (direction === 'long' ? template.view : soldViews[template.view]),
  }))
})

export function legsText(form: TemplateForm, direction: Direction): string {
  const dated = new Set(form.legs.map(leg => leg.expiry)).size > 1
  const parts = form.legs.map(({ kind, ratio, strike, expiry }) => {
    const signed = direction === 'long' ? ratio : -ratio
    const where = [kind === 'U' ? 'underlying' : kind, strike, dated ? expiry : undefined].filter(
      part => part !== undefined,
    )
    return `${signed > 0 ? '+' : '−'}${Math.abs(signed)} ${where.join(' ')}`
  })
  return parts.join(', ')
}

export function matchesSearch(entry: GalleryEntry, search: string): boolean {
  const all = [entry.name('long'), entry.name('short'), entry.code, `#${entry.number}`]
  const text = all.join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

export interface Picture {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
}

/** A model market for pictures: forward 1, expiries in 30 and 90 days, 60 % a year. */
const volatility = 0.6
const nearMs = 30 * dayMs
const farMs = 90 * dayMs
const distance = 0.11
const [from, to] = [0.68, 1.32]

export function pictureOf(form: TemplateForm): Picture {
  const offsets = strikeOffsets(form)
  const legs = form.legs.map((leg): ModelLeg => {
    const expiryMs = leg.expiry === 'T2' ? farMs : nearMs
    if (leg.kind === 'U' || leg.strike === undefined) return { kind: 'linear', ratio: leg.ratio }
    const strike = 1 + (offsets[Number.parseInt(leg.strike.slice(1), 10) - 1] ?? 0) * distance
    return { kind: leg.kind === 'C' ? 'call' : 'put', strike, ratio: leg.ratio, expiryMs, volatility }
  })
  const cost = legs.reduce((sum, leg) => {
    const value =
      leg.kind === 'linear'
        ? 1
        : blackPriceOf(1, leg.strike, volatility * Math.sqrt(leg.expiryMs / yearMs), leg.kind === 'call')
    return sum + leg.ratio * value
  }, 0)
  if (legs.some(leg => leg.kind !== 'linear' && leg.expiryMs === farMs)) {
    const xs = Array.from({ length: 33 }, (_, index) => from + ((to - from) * index) / 32)
    return { xs, ys: [...payoffBefore(legs, cost, { atMs: nearMs, volatilityShift: 0 }, Float64Array.from(xs))] }
  }
  const payoff = expiryPayoff(
    legs.map(leg => (leg.kind === 'linear' ? { kind: 'linear', ratio: leg.ratio } : leg)),
    cost,
  )
  const xs = [from, ...payoff.points.map(point => point.price).filter(price => price > from && price < to), to]
  return { xs, ys: xs.map(price => payoffAt(payoff, price)) }
}
