import { type ReactNode, useState } from 'react'
import { lazyComponent } from '../lazy-component.tsx'
import { useHoldKeys } from '../typeahead/use-hold-keys.ts'
import { createCommandRegistry } from './registry.ts'
import { CommandKeys } from './command-keys.tsx'
import { CommandContext, useCommands } from './use-commands.ts'

// Not needed for the first paint.
const KeyHelp = lazyComponent(async () => (await import('./key-help.tsx')).KeyHelp)

function Help(): ReactNode {
  const [open, setOpen] = useState(false)
  const [loaded, setLoaded] = useState(false)
  useHoldKeys(open ? 'help' : undefined)
  const show = (): void => {
    setLoaded(true)
    setOpen(true)
  }
  useCommands([{ id: 'app.help', name: 'Show the keys', group: 'Everywhere', keys: 'help', run: show }])
  return loaded && <KeyHelp open={open} onClose={() => setOpen(false)} />
}

/** Gives what is inside a registry of commands, with its keyboard and help (?). */
export function CommandProvider({ children }: { children: ReactNode }): ReactNode {
  const [registry] = useState(createCommandRegistry)
  return (
    <CommandContext value={registry}>
      {/* First, so that a screen may take these keys for its own. */}
      <Help />
      {children}
      <CommandKeys />
    </CommandContext>
  )
}
