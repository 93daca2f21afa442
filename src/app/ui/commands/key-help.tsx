import type { ReactNode } from 'react'
import { Dialog } from '../controls/dialog.tsx'
import { Kbd } from '../controls/kbd.tsx'
import type { Command } from './command.ts'
import { keyTable } from './key-table.ts'
import styles from './commands.module.css'
import { useCommandList } from './use-commands.ts'

function byGroup(commands: readonly Command[]): [string, Command[]][] {
  const groups = new Map<string, Command[]>()
  const seen = new Set<string>()
  for (const command of commands) {
    if (command.keys === undefined || seen.has(command.id)) continue
    seen.add(command.id)
    const group = command.group ?? 'Everywhere'
    groups.set(group, [...(groups.get(group) ?? []), command])
  }
  return [...groups]
}

const inPanels = [
  { keys: 'down', name: 'Into the rows, from a panel or its filter' },
  { keys: 'escape', name: 'Back to the rows or the panel, from a field; from the past to now' },
  { keys: 'space', name: 'Tick the row in focus; play the past' },
  { keys: 'right', name: 'Expand the group in focus' },
  { keys: 'left', name: 'Collapse the group in focus' },
] as const

export function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const groups = byGroup(useCommandList())
  return (
    <Dialog open={open} onClose={onClose} title="Keys" size="lg">
      <div className={styles.help}>
        {groups.map(([group, commands]) => (
          <section key={group} aria-label={group}>
            <h3 className={styles.helpGroup}>{group}</h3>
            <dl>
              {commands.map(command => (
                <div key={command.id} className={styles.helpRow}>
                  <dt>{command.name}</dt>
                  <dd>{command.keys === undefined ? null : <Kbd keys={keyTable[command.keys]} />}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section aria-label="Panels and rows">
          <h3 className={styles.helpGroup}>Panels and rows</h3>
          <dl>
            {inPanels.map(({ keys, name }) => (
              <div key={keys} className={styles.helpRow}>
                <dt>{name}</dt>
                <dd>
                  <Kbd keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}
