import { useEffect, useState } from 'react'

/** Returns true once `ms` have passed since `phase` began. */
export function useHasPassed(ms: number, phase: string): boolean {
  const [passedPhase, setPassedPhase] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setPassedPhase(phase), ms)
    return () => clearTimeout(timer)
  }, [ms, phase])
  return passedPhase === phase
}
