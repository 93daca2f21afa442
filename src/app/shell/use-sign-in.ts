/** Signing in from anywhere: a command that leads there, and the way back to the screen that one came from. */
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../../api/venue/session.ts'
import { parseSignInFrom, signInSearch } from '../../links/sign-in-link.ts'
import type { Command } from '../../ui/commands/command.ts'
import { screens } from './screens.ts'

export function useSignIn(): readonly Command[] {
  const navigate = useNavigate()
  const isSignedIn = useSession().status === 'signed_in'
  const from = useRouterState({ select: state => parseSignInFrom(state.location.search) })
  const here = useRouterState({ select: state => state.location.pathname })
  const back = screens.find(screen => screen.to === from)?.to
  useEffect(() => {
    if (isSignedIn && back !== undefined) void navigate({ to: back, replace: true })
  }, [isSignedIn, back, navigate])
  if (isSignedIn) return []
  return [
    {
      id: 'app.sign-in',
      name: 'Sign in',
      group: 'Everywhere',
      run: () => void navigate({ to: '/portfolio', search: here === '/portfolio' ? {} : signInSearch(here) }),
    },
  ]
}
