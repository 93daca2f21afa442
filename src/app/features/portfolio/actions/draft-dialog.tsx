/**
 * Frame of a dialog that creates a draft: its contents, what it leaves, and the link to the builder. Nothing is sent.
 */
import type { ReactNode } from 'react'
import { shortName } from '../../../../core/domain/instrument.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { formatSize } from '../../../ui/format/amounts.ts'
import type { HeldSize, PositionPackage } from '../../../../core/domain/package/package-of-positions.ts'
import styles from './drafts.module.css'

interface DraftDialogProps {
  readonly title: string
  readonly close: () => void
  readonly open: (() => void) | undefined
  readonly children: ReactNode
}

export function DraftDialog({ title, close, open, children }: DraftDialogProps): ReactNode {
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      description="Opens a draft in the builder; nothing is sent."
      testId="draft-dialog"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" disabled={open === undefined} onClick={() => open?.()}>
            Open in builder
          </Button>
        </>
      }
    >
      <div className={styles.body}>{children}</div>
    </Dialog>
  )
}

export function PackageText({ value }: { readonly value: PositionPackage }): ReactNode {
  return (
    <span>
      {formatSize(value.quantity)} ×{' '}
      {value.legs
        .map(({ symbol, ratio }) => `${ratio > 0 ? 'buy' : 'sell'} ${Math.abs(ratio)} ${shortName(symbol)}`)
        .join(', ')}
    </span>
  )
}

export const leftText = (left: readonly HeldSize[]): string =>
  left.map(({ symbol, size }) => `${formatSize(size)} ${shortName(symbol)}`).join(', ')
