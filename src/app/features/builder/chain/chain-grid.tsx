/**
 * The option chain of one expiry: calls, strike, puts. Pressing an ask adds a bought leg, a bid a sold one. Arrows move
 * the focus, `b` buys, `s` sells, `v` edits the volatility. One Tab stop.
 */
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTopSizes } from '../../../api/market/top-sizes.ts'
import type { OptionMarks } from '../../../../core/pricing/market/base-surface.ts'
import type { ReferencePrice } from '../../../../core/pricing/market/reference-price.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { useStable } from '../../../ui/use-stable.ts'
import { isFocusNowhere } from '../../../ui/panel/panel-focus.ts'
import type { OverridesHandle } from '../inputs/override-store.ts'
import type { ChainColumn } from './chain-columns.ts'
import { ChainRow, type VolatilityEditing } from './chain-row.tsx'
import { atTheMoney, type ChainRow as Row } from './chain-rows.ts'
import { ChainTable, moneyScrollTop, type MoreStrikes, rowHeightPx } from './chain-table.tsx'
import type { AddLeg } from './price-cell.tsx'
import { useChainFocus } from './use-chain-focus.ts'
import { type RowWindow, useRowWindow } from './use-row-window.ts'

/** Rounds the visible rows, so that small scroll movements change nothing. */
const stepRows = 8
const restMs = 200

function useRowsInView(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeightPx: number,
  isAsked: boolean,
): RowWindow {
  const [seen, setSeen] = useState<RowWindow>({ from: 0, to: 0 })
  useEffect(() => {
    const element = scroller.current
    if (element === null || !isAsked) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const measure = () => {
      const first = Math.floor(element.scrollTop / rowHeightPx / stepRows) * stepRows
      const last = Math.ceil((element.scrollTop + element.clientHeight) / rowHeightPx / stepRows) * stepRows
      const to = Math.min(count, last)
      setSeen(now => (now.from === first && now.to === to ? now : { from: first, to }))
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(measure, restMs)
    }
    soon()
    element.addEventListener('scroll', soon, { passive: true })
    return () => {
      clearTimeout(timer)
      element.removeEventListener('scroll', soon)
    }
  }, [scroller, count, rowHeightPx, isAsked])
  return isAsked ? seen : { from: 0, to: 0 }
}

interface ChainGridProps {
  readonly label: string
  /** Changes with the visible chain, which then scrolls to the money. */
  readonly chainKey: string
  readonly rows: readonly Row[]
  readonly columns: ReadonlySet<ChainColumn>
  readonly marks: OptionMarks | undefined
  readonly typed: OverridesHandle
  readonly reference: ReferencePrice | undefined
  readonly jumps: number
  readonly more: MoreStrikes
  readonly add: AddLeg
}

const has = (row: Row, symbol: string | undefined): boolean =>
  symbol !== undefined && (row.call?.symbol === symbol || row.put?.symbol === symbol)

export function ChainGrid({
  label,
  chainKey,
  rows,
  columns,
  marks,
  typed,
  reference,
  jumps,
  more,
  add,
}: ChainGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const isHidden = useAmountsHidden()
  const money = reference === undefined ? undefined : atTheMoney(rows, reference.price)
  const { from, to } = useRowWindow(scroller, rows.length, rowHeightPx, money ?? 0)
  const [edited, setEdited] = useState<string>()
  const begin = useCallback((symbol: string) => setEdited(columns.has('iv') ? symbol : undefined), [columns])
  const { stop, forget, onKeyDown } = useChainFocus({
    scroller,
    rowCount: rows.length,
    rowHeightPx,
    entryRow: money ?? 0,
    add,
    edit: begin,
  })
  const seen = useRowsInView(scroller, rows.length, rowHeightPx, columns.has('size'))
  const inView = useMemo(
    () => symbolsOf(nearestFirst(rows.slice(seen.from, seen.to), (money ?? 0) - seen.from)),
    [rows, seen, money],
  )
  const sizes = useTopSizes(inView)

  const goToMoney = useEffectEvent(() => {
    const element = scroller.current
    if (element !== null && money !== undefined)
      element.scrollTop = moneyScrollTop(money + (more.below > 0 ? 1 : 0), element.clientHeight)
  })
  const toMoney = useEffectEvent(() => {
    forget()
    // In the next frame, when layout happens anyway.
    const frame = requestAnimationFrame(goToMoney)
    return () => cancelAnimationFrame(frame)
  })
  useFocusOnJump(scroller, jumps)
  const known = money !== undefined
  useLayoutEffect(() => {
    return chainKey !== '' && jumps >= 0 && known ? toMoney() : undefined
  }, [chainKey, jumps, known])

  const afterResize = useEffectEvent(() => {
    if (scroller.current?.contains(document.activeElement) !== true) requestAnimationFrame(goToMoney)
  })
  useEffect(() => {
    const resized = () => afterResize()
    window.addEventListener('resize', resized)
    return () => window.removeEventListener('resize', resized)
  }, [])

  const leave = () => {
    setEdited(undefined)
    if (edited !== undefined) requestAnimationFrame(() => focusPrice(scroller.current, edited))
  }
  const editing: VolatilityEditing | undefined =
    edited === undefined ? undefined : { symbol: edited, mark: marks?.get(edited), handle: typed, leave }
  const press = useStable(onKeyDown)
  return (
    <ChainTable label={label} columns={columns} rows={rows} from={from} to={to} scroller={scroller} more={more}>
      {(row, index) => (
        <ChainRow
          key={row.strike}
          row={row}
          index={index}
          columns={columns}
          callSizes={row.call && sizes.get(row.call.symbol)}
          putSizes={row.put && sizes.get(row.put.symbol)}
          stopColumn={stop.row === index ? stop.column : undefined}
          moneyAbove={money === index}
          callInMoney={money !== undefined && index < money}
          isHidden={isHidden}
          editing={has(row, edited) ? editing : undefined}
          edit={begin}
          add={add}
          onKeyDown={press}
        />
      )}
    </ChainTable>
  )
}

const nearestFirst = (rows: readonly Row[], money: number): readonly Row[] =>
  rows
    .map((row, index) => ({ row, far: Math.abs(index - money) }))
    .toSorted((a, b) => a.far - b.far)
    .map(({ row }) => row)

const symbolsOf = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap(({ call, put }) => [call, put]).flatMap(cell => (cell?.active === true ? [cell.symbol] : []))

function focusPrice(scroller: HTMLElement | null, symbol: string): void {
  if (!isFocusNowhere()) return
  scroller?.querySelector<HTMLElement>(`[data-symbol="${CSS.escape(symbol)}"]`)?.focus({ preventScroll: true })
}

function useFocusOnJump(scroller: RefObject<HTMLElement | null>, jumps: number): void {
  useEffect(() => {
    if (jumps === 0) return undefined
    const frame = requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>('[data-quoted][tabindex="0"]')?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(frame)
  }, [scroller, jumps])
}
