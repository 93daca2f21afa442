/** Rolls the ticked legs: target expiry, strike shift, and each leg's result. */
import { type ReactNode, useMemo, useState } from 'react'
import { useInstruments } from '../../../api/market/instruments.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import type { ChainStrike } from '../../../../core/domain/instrument-index.ts'
import { expiryOf, shortExpiry, shortName } from '../../../../core/domain/instrument.ts'
import type { PositionPackage } from '../../../../core/domain/package/package-of-positions.ts'
import { type RolledLeg, rollLegs, rollPackage, type RollTarget } from '../../../../core/domain/package/roll.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { Heads } from '../../../ui/controls/heads.tsx'
import { formatSize } from '../../../ui/format/amounts.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import type { PositionsLeg } from '../rows/positions-row.ts'
import { DraftDialog, PackageText } from './draft-dialog.tsx'
import styles from './drafts.module.css'
import { RollEffect } from './roll-effect.tsx'

const trades = ({ call, put }: ChainStrike): boolean => call?.status === 'active' || put?.status === 'active'

const steps = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5]
const stepText = (step: number): string =>
  step === 0
    ? 'same strikes'
    : `${Math.abs(step)} ${Math.abs(step) === 1 ? 'strike' : 'strikes'} ${step > 0 ? 'up' : 'down'}`
const stepOptions = steps.map(step => ({ value: String(step), label: stepText(step) }))

interface RollDialogProps {
  readonly legs: readonly PositionsLeg[]
  readonly close: () => void
  readonly open: (value: PositionPackage) => void
}

function useRolled(legs: readonly PositionsLeg[], target: RollTarget, step: number) {
  const { index } = useInstruments()
  const held = useMemo(
    () => legs.map(({ position, size }) => ({ symbol: position.symbol, size, parsed: position.parsed })),
    [legs],
  )
  const expiries = useMemo(() => {
    const first = Math.min(...held.flatMap(({ symbol }) => expiryOf(symbol) ?? []))
    const bases = new Set(held.flatMap(({ parsed }) => parsed?.base ?? []))
    const all = [...bases].flatMap(base => [
      ...(index?.expiries(base) ?? []).filter(expiryMs => index?.chain(base, expiryMs).some(trades)),
      ...(index?.futures(base) ?? []).flatMap(each => (each.status === 'active' ? (expiryOf(each.symbol) ?? []) : [])),
    ])
    return [...new Set(all)].filter(expiryMs => expiryMs >= first).sort((a, b) => a - b)
  }, [index, held])
  const rolled = useMemo(
    () =>
      index === undefined
        ? []
        : rollLegs({
            legs: held,
            target,
            steps: step,
            listed: index,
            expiryOf: each => expiryOf(each.symbol),
            nowMs: serverNowMs(),
          }),
    [index, held, target, step],
  )
  return { expiries, rolled }
}

export function RollDialog({ legs, close, open }: RollDialogProps): ReactNode {
  useAmountsHidden()
  const [target, setTarget] = useState<RollTarget>('next')
  const [step, setStep] = useState(0)
  const { expiries, rolled } = useRolled(legs, target, step)
  const result = useMemo(() => rollPackage(rolled), [rolled])
  const targets = [
    { value: 'next', label: 'the next expiry of each leg' },
    ...expiries.map(expiryMs => ({ value: String(expiryMs), label: shortExpiry(expiryMs) })),
  ]
  return (
    <DraftDialog
      title={`Roll ${legs.length} ${legs.length === 1 ? 'leg' : 'legs'}`}
      close={close}
      open={result.ok ? () => open(result.value) : undefined}
    >
      <div className={styles.row}>
        <Select
          label="To"
          value={String(target)}
          options={targets}
          onChange={text => setTarget(text === 'next' ? 'next' : Number.parseInt(text, 10))}
        />
        <Select
          label="Strikes"
          value={String(step)}
          options={stepOptions}
          onChange={text => setStep(Number.parseInt(text, 10))}
        />
      </div>
      <RolledTable rolled={rolled} />
      {result.ok ? (
        <>
          <p className={styles.note}>
            <PackageText value={result.value} />
          </p>
          <RollEffect value={result.value} />
        </>
      ) : (
        <p className="warning">{result.problem}</p>
      )}
    </DraftDialog>
  )
}

function RolledTable({ rolled }: { readonly rolled: readonly RolledLeg[] }): ReactNode {
  return (
    <table className={styles.table}>
      <Heads of={['Held', { name: 'Size', className: styles.figure }, 'Becomes']} />
      <tbody>
        {rolled.map(({ from, to, note }, at) => (
          // Parts of one position are separate rows.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={`${from.symbol} ${at}`}>
            <td>{shortName(from.symbol)}</td>
            <td className={styles.figure}>{formatSize(from.size)}</td>
            <td>
              {to === undefined ? <span className="warning">stays: {note}</span> : shortName(to.symbol)}
              {to !== undefined && note !== undefined && <span className={styles.note}> ({note})</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
