/** Cancels every live order, or those of one instrument or combination, after saying which they are. */
import { useRef, useState } from 'react'
import { cancelAll } from '../../../api/account/order-commands.ts'
import { useOpenJournalOrders } from '../../../api/journal/journal.ts'
import type { Ignored } from '../../../ui/arming/arming.ts'
import { FireButton, armingText } from '../../../ui/arming/fire-button.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { type CancelScope, cancelScopes } from './cancel-scopes.ts'
import { sayOutcome } from '../../../ui/order/say-outcome.ts'
import styles from '../orders.module.css'
import type { Orders } from './use-orders.ts'

interface CancelAllProps {
  readonly orders: Orders
  readonly onClose: () => void
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

export const scopeText = ({ firm, rfqs }: CancelScope): string =>
  [firm > 0 ? counted(firm, 'order') : '', rfqs > 0 ? counted(rfqs, 'RFQ') : ''].filter(part => part !== '').join(' and ')

export function CancelAll({ orders, onClose }: CancelAllProps) {
  const known = useOpenJournalOrders().length
  const scopes = cancelScopes(orders.open.data ?? [])
  const [symbol, setSymbol] = useState('')
  const [ignored, setIgnored] = useState<Ignored>()
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
      description={nothing ? 'Nothing is open.' : `Cancels ${scopeText(scope)} at the venue. What fills before that stays filled.`}
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
          <p className="muted">The venue may have more open than it lists at once; all of them are meant.</p>
        )}
      </div>
    </Dialog>
  )
}
