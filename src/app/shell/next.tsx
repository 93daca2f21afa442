/** What ends next, for the top bar. A key asks for its list as soon as there is a bar: the list opens when its code is there. */
import { type ReactNode, useState } from 'react'
import { useCommands } from '../../ui/commands/use-commands.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useHoldKeys } from '../../ui/typeahead/use-hold-keys.ts'
import styles from './shell.module.css'

const NextEnd = lazyComponent(
  async () => (await import('../../features/alerts/next-end.tsx')).NextEnd,
  <span className={styles.nextToCome} />,
)

export function Next(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  useHoldKeys(isOpen ? 'ends' : undefined)
  useCommands([{ id: 'app.ends', name: 'Upcoming events and alerts', group: 'Everywhere', keys: 'ends', run: () => setOpen(true) }])
  return <NextEnd opened={isOpen} setOpen={setOpen} />
}
