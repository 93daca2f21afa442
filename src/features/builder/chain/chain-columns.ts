/** Columns of the chain beside its prices: which of them are wanted, and which of those there is room for. Prices are never clipped. */
import { createStore, useStore } from '../../../api/browser/store.ts'
import { readStored, writeStored } from '../../../api/browser/stored.ts'
import { z } from '../../../domain/zod.ts'

/** Of both sides of the chain; `own` holds position and resting orders. */
export const chainColumns = ['own', 'iv', 'delta', 'size'] as const
export type ChainColumn = (typeof chainColumns)[number]

/** Px of one column, and how many there are of it in a row. */
const widths: Readonly<Record<ChainColumn, readonly [number, number]>> = { own: [36, 2], iv: [35, 2], delta: [35, 2], size: [38, 4] }
const strikePx = 61
const pricePx = 55
/** What gives way last. */
const importance: readonly ChainColumn[] = ['delta', 'iv', 'own', 'size']

/** Those of the wanted columns that fit; all of them while the width is not known (zero). */
export function fittingColumns(wanted: ReadonlySet<ChainColumn>, widthPx: number): ReadonlySet<ChainColumn> {
  let left = widthPx === 0 ? Number.POSITIVE_INFINITY : widthPx - strikePx - 4 * pricePx
  return new Set(
    importance.filter(column => {
      const [width, count] = widths[column]
      if (!wanted.has(column) || left < width * count) return false
      left -= width * count
      return true
    }),
  )
}

const storageKey = 'legwork.chain-columns'
const stored = z.array(z.enum(chainColumns))
const wantedColumns = createStore<ReadonlySet<ChainColumn>>(new Set(stored.safeParse(readStored('local', storageKey)).data ?? chainColumns))

export const useWantedColumns = (): ReadonlySet<ChainColumn> => useStore(wantedColumns)

export function wantColumn(column: ChainColumn, isWanted: boolean): void {
  const next = new Set(chainColumns.filter(each => (each === column ? isWanted : wantedColumns.get().has(each))))
  wantedColumns.set(next)
  writeStored('local', storageKey, [...next])
}
