import { type KeyboardEvent, memo } from 'react'
import type { TopSizes } from '../../../api/market/top-sizes.ts'
import { shortName } from '../../../../core/domain/instrument.ts'
import { dash, formatNumber, formatQuantity } from '../../../ui/format/format-decimal.ts'
import type { OptionMark } from '../../../../core/pricing/market/base-surface.ts'
import type { ChainColumn } from './chain-columns.ts'
import styles from './chain.module.css'
import type { ChainCell, ChainRow as Row } from './chain-rows.ts'
import { sourceText } from '../inputs/mark-text.ts'
import { VolatilityField } from '../inputs/model-fields.tsx'
import { Own, OwnPosition } from './own.tsx'
import { type AddLeg, PriceCell } from './price-cell.tsx'
import type { OverridesHandle } from '../inputs/override-store.ts'

export interface VolatilityEditing {
  readonly symbol: string
  readonly mark: OptionMark | undefined
  readonly handle: OverridesHandle
  readonly leave: () => void
}

export interface ChainRowProps {
  readonly row: Row
  readonly index: number
  readonly columns: ReadonlySet<ChainColumn>
  readonly callSizes: TopSizes | undefined
  readonly putSizes: TopSizes | undefined
  readonly stopColumn: number | undefined
  readonly moneyAbove: boolean
  readonly callInMoney: boolean
  readonly isHidden: boolean
  readonly editing: VolatilityEditing | undefined
  readonly edit: (symbol: string) => void
  readonly add: AddLeg
  readonly onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void
}

export const ChainRow = memo(function ChainRow(props: ChainRowProps) {
  const { row, index, moneyAbove, callInMoney, columns, editing, edit } = props
  return (
    <tr aria-rowindex={index + 3} data-money-line={moneyAbove}>
      <Side {...props} cell={row.call} sizes={props.callSizes} inMoney={callInMoney} first={0} />
      <th scope="row" className={styles.strike}>
        <OwnPosition cell={row.call} right="call" strike={formatQuantity(row.strike)} isHidden={props.isHidden} />
        {formatQuantity(row.strike)}
        <OwnPosition cell={row.put} right="put" strike={formatQuantity(row.strike)} isHidden={props.isHidden} />
      </th>
      {columns.has('iv') ? <Volatility cell={volatileOf(props)} editing={editing} edit={edit} /> : null}
      <Side {...props} cell={row.put} sizes={props.putSizes} inMoney={!callInMoney} first={2} />
    </tr>
  )
})

interface SideProps extends ChainRowProps {
  readonly cell: ChainCell | undefined
  readonly sizes: TopSizes | undefined
  readonly inMoney: boolean
  /** First of its two price columns: 0 on the left of the strike, with the details outside. */
  readonly first: 0 | 2
}

function Side({ cell, sizes, inMoney, isHidden, first, index, columns, stopColumn, add, onKeyDown }: SideProps) {
  const price = (quoted: 'bid' | 'ask', column: number) => (
    <td key={quoted} data-money={inMoney}>
      {cell === undefined ? null : (
        <PriceCell
          cell={cell}
          quoted={quoted}
          add={add}
          at={`${index}:${column}`}
          stop={stopColumn === column}
          onKeyDown={onKeyDown}
        />
      )}
    </td>
  )
  const size = (quoted: 'bid' | 'ask') =>
    columns.has('size') ? (
      <td
        key={`${quoted}-size`}
        className={styles.size}
        data-money={inMoney}
        title={`Quantity at the best ${quoted}, of its order book`}
      >
        {sizes?.[quoted] === undefined ? '' : formatQuantity(sizes[quoted])}
      </td>
    ) : null
  const about = (
    <td key="delta" className={styles.mark} data-money={inMoney} data-typed={isTyped(cell?.mark)}>
      {cell === undefined ? '' : cell.mark?.delta === undefined ? dash : formatNumber(cell.mark.delta, { places: 2 })}
      <Own cell={cell} isHidden={isHidden} />
    </td>
  )
  const prices = [size('bid'), price('bid', first), price('ask', first + 1), size('ask')]
  return first === 0 ? [about, ...prices] : [...prices, about]
}

const isTyped = (mark: OptionMark | undefined): boolean => mark?.typed !== undefined || mark?.shift !== undefined

/**
 * The option that gives the volatility at the strike: the edited one, an overridden one, else the out-of-the-money
 * one.
 */
function volatileOf({ row: { call, put }, callInMoney, editing }: ChainRowProps): ChainCell | undefined {
  const [outside, inside] = callInMoney ? [put, call] : [call, put]
  const edited = editing === undefined ? undefined : [call, put].find(cell => cell?.symbol === editing.symbol)
  return edited ?? [outside, inside].find(cell => isTyped(cell?.mark)) ?? outside ?? inside
}

interface VolatilityProps {
  readonly cell: ChainCell | undefined
  readonly editing: VolatilityEditing | undefined
  readonly edit: (symbol: string) => void
}

function Volatility({ cell, editing, edit }: VolatilityProps) {
  const mark = cell?.mark
  const percent = mark?.volatility === undefined ? undefined : formatNumber(mark.volatility * 100, { places: 1 })
  const typed = isTyped(mark)
  return (
    <td className={styles.mark} data-basis={mark?.source ?? mark?.why} data-typed={typed}>
      {cell === undefined ? null : editing?.symbol === cell.symbol ? (
        <VolatilityField symbol={cell.symbol} mark={editing.mark} handle={editing.handle} onLeave={editing.leave} />
      ) : (
        <button
          type="button"
          className={styles.volatility}
          tabIndex={-1}
          title={mark === undefined ? undefined : `${sourceText(mark)}. Press to type over it (v).`}
          aria-label={`Volatility of ${shortName(cell.symbol)}, ${percent === undefined ? 'none' : `${percent} %`}${typed ? ', typed' : ''}`}
          onClick={() => edit(cell.symbol)}
        >
          {percent ?? dash}
        </button>
      )}
    </td>
  )
}
