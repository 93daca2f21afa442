/** Reports rows that could not be read; pressing shows each raw row with the wrong field. */
import { type ReactNode, useState } from 'react'
import { Dialog } from '../controls/dialog.tsx'
import type { UnreadRow } from '../../../core/domain/unread-row.ts'
import { escapeHostile, stripHostile } from '../../../core/domain/safe-text.ts'
import { counted } from '../../../core/domain/words.ts'
import { useAmountsHidden } from '../format/privacy.ts'
import styles from './panel.module.css'

interface RejectedRowsProps {
  readonly rows: readonly UnreadRow[]
  readonly label?: string | undefined
}

export function RejectedRows({ rows, label }: RejectedRowsProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  if (rows.length === 0) return null
  const text = label ?? `${counted(rows.length, 'row')} could not be read`
  return (
    <>
      <button type="button" className={styles.unread} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text}
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={text} size="lg" testId="unread-rows">
        <p>As the venue sent them. Figures that need these rows are not shown until they can be read again.</p>
        <UnreadRows rows={rows} />
      </Dialog>
    </>
  )
}

const shownAtMost = 20

function UnreadRows({ rows }: { readonly rows: readonly UnreadRow[] }): ReactNode {
  const isHidden = useAmountsHidden()
  const more = rows.length - shownAtMost
  return (
    <>
      {rows.slice(0, shownAtMost).map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows that cannot be read have no other name
        <section key={index} className={styles.unreadRow}>
          <h3>
            Field <code>{row.path === '' ? 'the row itself' : stripHostile(row.path, 120)}</code>:{' '}
            {stripHostile(row.message, 200)}
          </h3>
          {row.raw !== undefined && <pre>{isHidden ? 'Amounts are hidden.' : escapeHostile(row.raw)}</pre>}
        </section>
      ))}
      {more > 0 && <p>And {more} more.</p>}
    </>
  )
}
