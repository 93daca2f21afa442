/** One strike of the chain; drawn again only when something of it changed. */
import { type KeyboardEvent, memo } from 'react'
import { canonical } from '../../domain/decimal.ts'
import { Amount } from '../../ui/format/figures.tsx'
import { dash, formatNumber, formatQuantity } from '../../ui/format/format-decimal.ts'
import { cx } from '../../ui/cx.ts'
import styles from './chain.module.css'
import type { ChainCell, ChainRow as Row } from './chain-rows.ts'
import { basisWords } from './mark-words.ts'
import { type AddLeg, PriceCell } from './price-cell.tsx'

interface ChainRowProps {
  readonly row: Row
  readonly index: number
  /** Column that takes the Tab key in this row, if one does. */
  readonly stopColumn: number | undefined
  /** Does the price of the underlying lie just below this strike? */
  readonly moneyAbove: boolean
  readonly callInMoney: boolean
  readonly add: AddLeg
  readonly onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void
}

export const ChainRow = memo(function ChainRow({ row, index, stopColumn, moneyAbove, callInMoney, add, onKeyDown }: ChainRowProps) {
  const price = (cell: ChainCell | undefined, quoted: 'bid' | 'ask', column: number) => (
    <td data-money={column < 2 ? callInMoney : !callInMoney}>
      {cell === undefined ? null : (
        <PriceCell cell={cell} quoted={quoted} add={add} at={`${index}:${column}`} stop={stopColumn === column} onKeyDown={onKeyDown} />
      )}
    </td>
  )
  return (
    <tr aria-rowindex={index + 3} data-money-line={moneyAbove}>
      <Held cell={row.call} inMoney={callInMoney} />
      <Marks cell={row.call} inMoney={callInMoney} />
      {price(row.call, 'bid', 0)}
      {price(row.call, 'ask', 1)}
      <th scope="row" className={styles.strike}>
        {formatQuantity(row.strike)}
      </th>
      {price(row.put, 'bid', 2)}
      {price(row.put, 'ask', 3)}
      <Marks cell={row.put} inMoney={!callInMoney} mirrored />
      <Held cell={row.put} inMoney={!callInMoney} />
    </tr>
  )
})

interface MarksProps {
  readonly cell: ChainCell | undefined
  readonly inMoney: boolean
  /** Delta first, volatility towards the outside. */
  readonly mirrored?: boolean
}

/** Implied volatility and delta, with what they are made of. */
function Marks({ cell, inMoney, mirrored = false }: MarksProps) {
  const iv = (
    <td key="iv" className={styles.mark} data-money={inMoney} data-basis={cell?.basis} title={basisWords(cell?.basis)}>
      {cell === undefined ? '' : cell.volatility === undefined ? dash : formatNumber(cell.volatility * 100, { places: 1 })}
    </td>
  )
  const delta = (
    <td key="delta" className={cx(styles.mark, styles.delta)} data-money={inMoney}>
      {cell === undefined ? '' : cell.delta === undefined ? dash : formatNumber(cell.delta, { places: 2 })}
    </td>
  )
  return mirrored ? [delta, iv] : [iv, delta]
}

function Held({ cell, inMoney }: { readonly cell: ChainCell | undefined; readonly inMoney: boolean }) {
  return (
    <td className={styles.position} data-money={inMoney}>
      {cell?.position === undefined ? '' : <Amount value={canonical(cell.position)} title={`Position in ${cell.symbol}`} />}
    </td>
  )
}
