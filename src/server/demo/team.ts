import type { Role } from '#contract/rules/roles.ts'

/** One member of each role (product §10, demo sign-ins); `load` is the member's share of the orders. */
export const demoTeam = [
  { name: 'Ayu Lestari', email: 'admin@pabean.example', role: 'Admin', load: 2 },
  { name: 'Dewi Kartika', email: 'manager@pabean.example', role: 'Manager', load: 3 },
  { name: 'Rizky Pratama', email: 'team@pabean.example', role: 'Team', load: 8 },
  { name: 'Siti Rahmawati', email: 'telecaller@pabean.example', role: 'Telecaller', load: 4 },
  { name: 'I Made Surya', email: 'night@pabean.example', role: 'Night Staff', load: 5 },
] as const satisfies readonly { name: string; email: string; role: Role; load: number }[]
