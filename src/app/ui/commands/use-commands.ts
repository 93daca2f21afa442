import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import { type Command, isEnabled } from './command.ts'
import { type CommandRegistry, createCommandRegistry } from './registry.ts'

export const CommandContext = createContext<CommandRegistry>(createCommandRegistry())

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

export function useCommandList(): readonly Command[] {
  const registry = useContext(CommandContext)
  return useSyncExternalStore(registry.subscribe, registry.commands)
}

export function useRunCommand(): (id: string) => void {
  const registry = useContext(CommandContext)
  return id => {
    const command = registry.commands().find(each => each.id === id)
    if (command !== undefined && isEnabled(command)) command.run()
  }
}
