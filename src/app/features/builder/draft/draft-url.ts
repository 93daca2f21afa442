/**
 * The draft as search parameters: shareable, restored on reload; opening a link never sends. All values are text. A
 * link with an invalid side, market, type or life is refused, since it could become an unintended order. Legs are never
 * dropped: unknown instruments and invalid parts of `legs` are kept and shown. `add=A@1/B@-1` adds legs to the present
 * draft.
 */
import { joinedSymbol, parseJoinedSymbol } from '../../../../core/domain/order.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { markName } from '../../../../core/domain/safe-text.ts'
import type { BuilderSearch } from '../../../links/builder-link.ts'
import { type Draft, emptyDraft, tidyLegs } from './draft.ts'

const maxField = 60

const choices = {
  dir: ['buy', 'sell'],
  mode: ['rfq', 'firm'],
  type: ['LIMIT', 'MARKET'],
  tif: ['GTC', 'IOC'],
} as const satisfies { readonly [Name in keyof BuilderSearch]?: readonly string[] }

type Choice = keyof typeof choices

const chosen = <Name extends Choice>(
  name: Name,
  text: string | undefined,
): (typeof choices)[Name][number] | undefined => choices[name].find(each => each.toLowerCase() === text?.toLowerCase())

export function linkFault(search: BuilderSearch): string | undefined {
  const names = Object.keys(choices) as readonly Choice[]
  const wrong = names.find(name => search[name] !== undefined && chosen(name, search[name]) === undefined)
  if (wrong === undefined) return cancelledLeg(search.legs)
  return `It says ${wrong}=${markName((search[wrong] ?? '').slice(0, maxField))}, which is neither ${choices[wrong].join(' nor ')}.`
}

const mostLegs = 200

/** Detects a leg with ratio zero, or legs that cancel each other: they must not vanish silently. */
function cancelledLeg(value: string | undefined): string | undefined {
  const kept = new Set(legsOf(value).map(leg => leg.symbol))
  const gone = partsOf(value).find(leg => !kept.has(leg.symbol))
  return gone === undefined ? undefined : `Its legs of ${markName(gone.symbol.slice(0, maxField))} add up to nothing.`
}

const partsOf = (value: string | undefined): PackageLeg[] =>
  (value ?? '')
    .split('/')
    .slice(0, mostLegs)
    .flatMap(part => (part.trim() === '' ? [] : (parseJoinedSymbol(part) ?? [{ symbol: part.trim(), ratio: 1 }])))

export const legsOf = (value: string | undefined): PackageLeg[] => tidyLegs(partsOf(value))

export function draftOfSearch(search: BuilderSearch): Draft | undefined {
  const { dir: side, px: price } = search
  const fields = [
    search.legs,
    side,
    search.qty,
    price,
    search.mode,
    search.type,
    search.tif,
    search.cycles,
    search.min,
    search.tag,
  ]
  if (fields.every(field => field === undefined) || linkFault(search) !== undefined) return undefined
  const type = chosen('type', search.type) ?? emptyDraft.type
  const field = (value: string | undefined, fallback: string) => (value ?? fallback).slice(0, maxField)
  return {
    legs: legsOf(search.legs),
    side: chosen('dir', side) ?? emptyDraft.side,
    quantity: field(search.qty, emptyDraft.quantity),
    price: field(price, emptyDraft.price),
    mode: chosen('mode', search.mode) ?? emptyDraft.mode,
    type,
    tif: type === 'MARKET' ? 'IOC' : (chosen('tif', search.tif) ?? emptyDraft.tif),
    cycles: field(search.cycles, emptyDraft.cycles),
    minimumQuantity: field(search.min, emptyDraft.minimumQuantity),
    userTag: field(search.tag, emptyDraft.userTag),
  }
}

const unlessDefault = (value: string, fallback: string): string | undefined => (value === fallback ? undefined : value)

export function searchOfDraft(draft: Draft): BuilderSearch {
  const joined = joinedSymbol(draft.legs)
  const search: BuilderSearch = {
    legs: joined === '' ? undefined : joined,
    dir: unlessDefault(draft.side, emptyDraft.side),
    qty: unlessDefault(draft.quantity, emptyDraft.quantity),
    px: unlessDefault(draft.price, emptyDraft.price),
    mode: unlessDefault(draft.mode, emptyDraft.mode),
    type: unlessDefault(draft.type, emptyDraft.type),
    tif: draft.type === 'MARKET' ? undefined : unlessDefault(draft.tif, emptyDraft.tif),
    cycles: unlessDefault(draft.cycles, emptyDraft.cycles),
    min: unlessDefault(draft.minimumQuantity, emptyDraft.minimumQuantity),
    tag: unlessDefault(draft.userTag, emptyDraft.userTag),
  }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}
