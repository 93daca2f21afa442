/**
 * The builder's document: legs in buyer's form and the ticket's fields as text; `reduce` is its only way to change.
 * Invariants: a symbol appears once; ratios are whole and not zero; a MARKET draft is IOC. Every edit can be undone;
 * typing in one field is one step. Opening a draft never sends. Unknown symbols are kept.
 */
import { editEntry, emptyEntry, type EntryEdit, type OrderEntry } from '../../../../core/domain/package/order-entry.ts'
import type { Side } from '../../../../core/domain/order.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { parsePriceEntry, priceText } from '../../../../core/domain/price-entry.ts'

export interface Draft extends OrderEntry {
  readonly side: Side
}

export const emptyDraft: Draft = emptyEntry

export type Edit =
  | EntryEdit
  /** Adds to the ratio of an existing leg; a resulting zero removes it. */
  | { readonly kind: 'addLeg'; readonly symbol: string; readonly ratio: number }
  | { readonly kind: 'addLegs'; readonly legs: readonly PackageLeg[] }
  | { readonly kind: 'setRatio'; readonly symbol: string; readonly ratio: number }
  | { readonly kind: 'flipLeg'; readonly symbol: string }
  | { readonly kind: 'removeLeg'; readonly symbol: string }
  /** Moves legs to other instruments together; if two would collide, nothing moves. */
  | { readonly kind: 'moveLegs'; readonly to: ReadonlyMap<string, string> }
  /** Opens a structure (from the gallery or a text) as a new draft, without the old side, size, price, type or life. */
  | {
      readonly kind: 'takeStructure'
      readonly legs: readonly PackageLeg[]
      readonly side?: Side | undefined
      readonly quantity?: string | undefined
      readonly price?: string | undefined
      readonly mode?: Draft['mode'] | undefined
      readonly type?: Draft['type'] | undefined
      readonly tif?: Draft['tif'] | undefined
    }
  /** Legs during a drag; one gesture is one undo step. */
  | { readonly kind: 'placeLegs'; readonly legs: readonly PackageLeg[]; readonly gesture: string }
  | { readonly kind: 'invert' }
  | { readonly kind: 'clearLegs' }
  | { readonly kind: 'open'; readonly draft: Draft }
  /** Cancels a gesture: restores the state before it, without an undo step. */
  | { readonly kind: 'giveUp'; readonly gesture: string }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }

export interface DraftState {
  readonly past: readonly Draft[]
  readonly present: Draft
  readonly future: readonly Draft[]
  /** The field being typed in or the present gesture: further edits join the last step. */
  readonly joint: string | undefined
  /** True if the price was filled in for the present legs and not touched since: with other legs it is removed. */
  readonly isFilledIn?: boolean | undefined
}

const undoDepth = 200

export const isDragged = ({ joint }: DraftState): boolean => joint?.startsWith('drag') === true

export const startState = (draft: Draft): DraftState => ({ past: [], present: draft, future: [], joint: undefined })

export type StartSize = (legs: readonly PackageLeg[]) => string

export const reduce = (state: DraftState, edit: Edit): DraftState => reduceSized(state, edit, () => emptyDraft.quantity)

export function reduceSized(state: DraftState, edit: Edit, startSize: StartSize): DraftState {
  if (edit.kind === 'undo') return undo(state)
  if (edit.kind === 'redo') return redo(state)
  if (edit.kind === 'giveUp') return edit.gesture === state.joint ? { ...undo(state), future: [] } : state
  const changed = apply(state.present, edit, startSize)
  if (changed === state.present) return state
  const { legs, price } = state.present
  const isUntouched = state.isFilledIn && changed.price === price
  const next = isUntouched && changed.legs !== legs ? { ...changed, price: '' } : changed
  const isFilledIn = isUntouched || (edit.kind === 'setMode' && next.price !== price) || undefined
  const joint = edit.kind === 'type' ? edit.field : edit.kind === 'placeLegs' ? edit.gesture : undefined
  const joins = joint !== undefined && joint === state.joint
  const past = joins ? state.past : [...state.past, state.present].slice(-undoDepth)
  return { past, present: next, future: [], joint, isFilledIn }
}

function undo(state: DraftState): DraftState {
  const previous = state.past.at(-1)
  if (previous === undefined) return state
  return {
    past: state.past.slice(0, -1),
    present: previous,
    future: [state.present, ...state.future],
    joint: undefined,
  }
}

function redo(state: DraftState): DraftState {
  const [next, ...rest] = state.future
  if (next === undefined) return state
  return { past: [...state.past, state.present], present: next, future: rest, joint: undefined }
}

/** Merges legs by symbol, dropping zero and fractional ratios; keeps the first order. */
export function tidyLegs(legs: readonly PackageLeg[]): PackageLeg[] {
  const ratios = new Map<string, number>()
  for (const leg of legs) ratios.set(leg.symbol, (ratios.get(leg.symbol) ?? 0) + leg.ratio)
  return [...ratios]
    .filter(([, ratio]) => ratio !== 0 && Number.isSafeInteger(ratio))
    .map(([symbol, ratio]) => ({ symbol, ratio }))
}

const isEmpty = (draft: Draft): boolean =>
  draft.legs.length === 0 &&
  Object.entries(emptyDraft).every(([field, value]) => field === 'legs' || draft[field as keyof Draft] === value)

export const sameLegs = (a: readonly PackageLeg[], b: readonly PackageLeg[]): boolean =>
  a.length === b.length && a.every((leg, index) => leg.symbol === b[index]?.symbol && leg.ratio === b[index]?.ratio)

function openedPrice(text: string, side: Side, legs: readonly PackageLeg[]): string {
  const price = parsePriceEntry(text, side)
  return price === undefined ? text : priceText(price, side, legs.length === 1)
}

export function opened(draft: Draft): Draft {
  const legs = tidyLegs(draft.legs)
  return { ...draft, legs, price: openedPrice(draft.price, draft.side, legs) }
}

type Change = Exclude<Edit, { kind: 'undo' | 'redo' | 'giveUp' }>

function apply(draft: Draft, edit: Change, startSize: StartSize): Draft {
  switch (edit.kind) {
    case 'setSide':
    case 'swapSide':
    case 'setMode':
    case 'setType':
    case 'setTif':
    case 'type':
    case 'setPrice':
      return editEntry(draft, edit)
    case 'takeStructure': {
      const legs = tidyLegs(edit.legs)
      return {
        ...emptyDraft,
        legs,
        side: edit.side ?? emptyDraft.side,
        quantity: edit.quantity ?? startSize(legs),
        price: openedPrice(edit.price ?? emptyDraft.price, edit.side ?? emptyDraft.side, legs),
        mode: edit.mode ?? emptyDraft.mode,
        type: edit.type ?? emptyDraft.type,
        tif: edit.type === 'MARKET' ? 'IOC' : (edit.tif ?? emptyDraft.tif),
      }
    }
    case 'clearLegs':
      return isEmpty(draft) ? draft : emptyDraft
    case 'open':
      return opened(edit.draft)
    default: {
      const legs = applyToLegs(draft.legs, edit)
      if (legs === draft.legs) return draft
      // The first leg sets the size and the last removes it, unless one was typed, since sizes differ by coin.
      const isNew = draft.legs.length === 0 || legs.length === 0
      return {
        ...draft,
        legs,
        quantity: isNew && draft.quantity === startSize(draft.legs) ? startSize(legs) : draft.quantity,
      }
    }
  }
}

type LegChange = Extract<
  Change,
  { kind: 'placeLegs' | 'addLeg' | 'addLegs' | 'setRatio' | 'flipLeg' | 'removeLeg' | 'moveLegs' | 'invert' }
>

const movedApart = (legs: readonly PackageLeg[], moved: readonly PackageLeg[]): readonly PackageLeg[] =>
  new Set(moved.map(leg => leg.symbol)).size < legs.length ? legs : tidyLegs(moved)

function applyToLegs(legs: readonly PackageLeg[], edit: LegChange): readonly PackageLeg[] {
  const ofSymbol = (symbol: string, ratio: (old: number) => number) =>
    tidyLegs(legs.map(leg => (leg.symbol === symbol ? { symbol, ratio: ratio(leg.ratio) } : leg)))
  switch (edit.kind) {
    case 'addLeg':
      return tidyLegs([...legs, { symbol: edit.symbol, ratio: edit.ratio }])
    case 'addLegs':
      return edit.legs.length === 0 ? legs : tidyLegs([...legs, ...edit.legs])
    case 'setRatio':
      return Number.isSafeInteger(edit.ratio) ? ofSymbol(edit.symbol, () => edit.ratio) : legs
    case 'flipLeg':
      return ofSymbol(edit.symbol, ratio => -ratio)
    case 'removeLeg':
      return legs.filter(leg => leg.symbol !== edit.symbol)
    case 'moveLegs':
      if (edit.to.size === 0) return legs
      return movedApart(
        legs,
        legs.map(leg => ({ ...leg, symbol: edit.to.get(leg.symbol) ?? leg.symbol })),
      )
    case 'placeLegs':
      return sameLegs(legs, edit.legs) ? legs : tidyLegs(edit.legs)
    case 'invert':
      return legs.length === 0 ? legs : legs.map(leg => ({ ...leg, ratio: -leg.ratio }))
  }
}
