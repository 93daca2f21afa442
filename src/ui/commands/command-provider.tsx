import { type ReactNode, useState } from 'react'
import { deferred } from '../deferred.tsx'
import { holdKeys } from '../typeahead/hold-keys.ts'
import { createCommandRegistry } from './registry.ts'
import { CommandKeys } from './command-keys.tsx'
import { CommandContext, useCommands } from './use-commands.ts'

// Dialogs are not needed for the first paint.
const { Component: CommandPalette } = deferred(async () => (await import('./command-palette.tsx')).CommandPalette, null)
const { Component: KeyHelp } = deferred(async () => (await import('./key-help.tsx')).KeyHelp, null)

type Shown = 'palette' | 'help' | undefined

function Dialogs(): ReactNode {
  const [shown, show] = useState<Shown>()
  const [loaded, setLoaded] = useState(false)
  const open = (next: Shown): void => {
    holdKeys()
    setLoaded(true)
    show(next)
  }
  const close = (): void => show(undefined)
  useCommands([
    { id: 'app.palette', name: 'Search commands', group: 'Everywhere', keys: 'palette', inForms: true, run: () => open('palette') },
    { id: 'app.help', name: 'Show the keys', group: 'Everywhere', keys: 'help', run: () => open('help') },
  ])
  return (
    loaded && (
      <>
        <CommandPalette open={shown === 'palette'} onClose={close} />
        <KeyHelp open={shown === 'help'} onClose={close} />
      </>
    )
  )
}

/** Gives what is inside a registry of commands, with its keyboard, palette (Ctrl/⌘ K) and help (?). */
export function CommandProvider({ children }: { children: ReactNode }): ReactNode {
  const [registry] = useState(createCommandRegistry)
  return (
    <CommandContext value={registry}>
      {/* First, so that a screen may take these keys for its own. */}
      <Dialogs />
      {children}
      <CommandKeys />
    </CommandContext>
  )
}
