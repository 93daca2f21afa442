/** Cancels all live orders, or those of one instrument or combination, after listing them. */
import { useRef, useState } from 'react'
import { cancelAll } from '../../../api/account/order-commands.ts'
import { useOpenJournalOrders } from '../../../api/order-desk/open-shown.ts'
import type { IgnoredReason } from '../../../ui/arming/arming.ts'
import { armingText, FireButton } from '../../../ui/arming/fire-button.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { sayOutcome } from '../../../ui/order/say-outcome.ts'
import styles from '../orders.module.css'
import type { Orders } from './use-orders.ts'
import { legsOfOrder, phrasedRecord, priceWords } from '../../../../core/domain/trade-story/trade-words.ts'
import { isRfqMarket, type OrderRecord, orderRowId } from '../../../../core/domain/order.ts'
import { tradePhrase } from '../../../../core/domain/trade-story/trade-phrase.ts'
import { counted } from '../../../../core/domain/words.ts'
import { shownPhrase } from '../../../ui/order/order-phrase.tsx'

interface CancelScope {
  readonly symbol: string
  readonly name: string
  readonly firm: number
  readonly rfqs: number
  readonly names: readonly { readonly id: string; readonly text: string }[]
  readonly more: number
}

const namesShown = 8

const nameOf = (record: OrderRecord): string => tradePhrase(legsOfOrder(record), 'buy').text

function textOf(record: OrderRecord): string {
  const order = phrasedRecord(record)
  const text = [shownPhrase(order), priceWords(order)].filter(Boolean).join(', ')
  return isRfqMarket(record.market_id) ? `RFQ: ${text}` : text
}

function scopeOf(symbol: string, name: string, records: readonly OrderRecord[]): CancelScope {
  const rfqs = records.filter(record => isRfqMarket(record.market_id)).length
  const names = records.slice(0, namesShown).map(record => ({ id: orderRowId(record), text: textOf(record) }))
  return { symbol, name, firm: records.length - rfqs, rfqs, names, more: records.length - names.length }
}

export function cancelScopes(open: readonly OrderRecord[]): readonly CancelScope[] {
  const bySymbol = new Map<string, OrderRecord[]>()
  for (const record of open) bySymbol.set(record.symbol, [...(bySymbol.get(record.symbol) ?? []), record])
  const parts = [...bySymbol].map(([symbol, records]) =>
    scopeOf(symbol, records[0] === undefined ? symbol : nameOf(records[0]), records),
  )
  return [scopeOf('', 'Everything', open), ...parts.sort((a, b) => b.firm + b.rfqs - (a.firm + a.rfqs))]
}

interface CancelAllProps {
  readonly orders: Orders
  readonly onClose: () => void
}

export const scopeText = ({ firm, rfqs }: CancelScope): string =>
  [firm > 0 ? counted(firm, 'order') : '', rfqs > 0 ? counted(rfqs, 'RFQ') : '']
    .filter(part => part !== '')
    .join(' and ')

export function CancelAll({ orders, onClose }: CancelAllProps) {
  const known = useOpenJournalOrders().length
  const scopes = cancelScopes(orders.open.data ?? [])
  const [symbol, setSymbol] = useState('')
  const [ignored, setIgnored] = useState<IgnoredReason>()
  const [all] = scopes
  const scope = scopes.find(each => each.symbol === symbol) ?? all
  const button = useRef<HTMLButtonElement>(null)
  const run = (): void => {
    if (scope === undefined) return
    onClose()
    void cancelAll(scope.symbol === '' ? {} : { symbol: scope.symbol }).then(result =>
      sayOutcome('Cancel all', result, result.kind === 'done' ? `Cancelling ${scopeText(scope)}` : ''),
    )
  }
  const nothing = scope === undefined || scope.firm + scope.rfqs === 0
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      testId="cancel-all"
      title="Cancel all"
      description={nothing ? 'Nothing is open.' : `Cancels ${scopeText(scope)} at the venue. Earlier fills remain.`}
      initialFocus={button}
      footer={
        <>
          <output className="muted">{nothing ? '' : armingText('hold', ignored)}</output>
          <Button onClick={onClose}>Don’t cancel</Button>
          <FireButton
            buttonRef={button}
            variant="danger"
            disabled={nothing}
            question={scope?.symbol ?? ''}
            gesture="hold"
            onFire={run}
            onIgnored={setIgnored}
          >
            {nothing ? 'Cancel all' : `Cancel ${scopeText(scope)}`}
          </FireButton>
        </>
      }
    >
      <div className={styles.cancelAll}>
        <Select
          label="Which"
          value={scope?.symbol ?? ''}
          options={scopes.map(each => ({ value: each.symbol, label: `${each.name} (${each.firm + each.rfqs})` }))}
          onChange={setSymbol}
        />
        <ul className={styles.cancelList}>
          {scope?.names.map(name => (
            <li key={name.id}>{name.text}</li>
          ))}
        </ul>
        {scope !== undefined && scope.more > 0 && <p className="muted">and {scope.more} more</p>}
        {known > (all?.firm ?? 0) + (all?.rfqs ?? 0) && (
          <p className="muted">The venue may have more open orders than it lists at once; all of them are cancelled.</p>
        )}
      </div>
    </Dialog>
  )
}
