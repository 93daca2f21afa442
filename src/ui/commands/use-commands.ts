import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Command } from './command.ts'
import { type CommandRegistry, createCommandRegistry } from './registry.ts'

/** The page's one registry; tests put their own. */
export const CommandContext = createContext<CommandRegistry>(createCommandRegistry())

/** Puts commands into the registry while the component is mounted. The list may be a new one at each drawing. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useContext(CommandContext)
  const latest = useRef(commands)
  const entry = useRef<ReturnType<CommandRegistry['register']>>(undefined)
  useEffect(() => {
    const registered = registry.register(latest.current)
    entry.current = registered
    return registered.remove
  }, [registry])
  useEffect(() => {
    latest.current = commands
    entry.current?.update(commands)
  })
}

/** Every command that can be named now, newest first. */
export function useCommandList(): readonly Command[] {
  const registry = useContext(CommandContext)
  return useSyncExternalStore(registry.subscribe, registry.commands)
}
