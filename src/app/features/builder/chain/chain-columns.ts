/** Optional columns of the chain, and those that fit. Prices are never clipped. */
import { createStore, useStore } from '../../../api/browser/store.ts'
import { readStored, writeStored } from '../../../api/browser/stored.ts'

export const chainColumns = ['iv', 'size'] as const
export type ChainColumn = (typeof chainColumns)[number]

/** Width of each column in px, and how many of it a row has. */
const widths: Readonly<Record<ChainColumn, readonly [number, number]>> = { iv: [38, 1], size: [38, 4] }
const strikePx = 88
const pricePx = 52
const deltaPx = 38
const importance: readonly ChainColumn[] = ['iv', 'size']

export function fittingColumns(wanted: ReadonlySet<ChainColumn>, widthPx: number): ReadonlySet<ChainColumn> {
  let left = widthPx === 0 ? Number.POSITIVE_INFINITY : widthPx - strikePx - 4 * pricePx - 2 * deltaPx
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

/** Last measured width of the chain, px, for the first render; zero if never measured. */
export const chainRoomPx = createStore(0)

function parseWanted(stored: unknown): ReadonlySet<ChainColumn> {
  const isColumn = (each: unknown): each is ChainColumn => chainColumns.some(column => column === each)
  return new Set(Array.isArray(stored) && stored.every(isColumn) ? stored : chainColumns)
}

const wantedColumns = createStore(parseWanted(readStored('local', storageKey)))

export const useWantedColumns = (): ReadonlySet<ChainColumn> => useStore(wantedColumns)

export function wantColumn(column: ChainColumn, isWanted: boolean): void {
  const next = new Set(chainColumns.filter(each => (each === column ? isWanted : wantedColumns.get().has(each))))
  wantedColumns.set(next)
  writeStored('local', storageKey, [...next])
}
