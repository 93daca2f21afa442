import type { ReactNode } from 'react'
import { useAmountsHidden } from '../../ui/format/privacy.ts'
import type { CellTone } from '../../ui/grid/column.ts'
import { ToneText } from '../../ui/grid/tone-text.tsx'
import { PackagePrice } from '../../ui/order/package-price.tsx'
import { type EventRow, isDay } from './event-rows.ts'
import { pricedOf } from './journal-rows.ts'
import { detailText, eventText } from './journal-text.ts'
import styles from './journal.module.css'

interface StackedEventProps {
  readonly row: EventRow
  readonly at: string
  readonly tone: CellTone | undefined
}

/** An event on a phone: time, event and price above the order. */
export function StackedEvent({ row, at, tone }: StackedEventProps): ReactNode {
  useAmountsHidden()
  if (isDay(row)) return <b>{at}</b>
  const { row: event, side, name } = row
  return (
    <span className={styles.stacked}>
      <span className={styles.stackedFacts}>
        <span className={styles.lineTime}>{at}</span>
        <ToneText tone={tone}>{eventText(event)}</ToneText>
        {event.price !== undefined && <PackagePrice price={event.price} {...pricedOf(event)} side={side} />}
      </span>
      <span>{name === '' ? detailText(event, row) : name}</span>
    </span>
  )
}
