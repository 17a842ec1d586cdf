import type { Role } from '#contract/rules/roles.ts'

/** One member of each role (product §10, demo sign-ins). */
export const demoTeam = [
  { name: 'Ayu Lestari', email: 'admin@pabean.example', role: 'Admin' },
  { name: 'Dewi Kartika', email: 'manager@pabean.example', role: 'Manager' },
  { name: 'Rizky Pratama', email: 'team@pabean.example', role: 'Team' },
  { name: 'Siti Rahmawati', email: 'telecaller@pabean.example', role: 'Telecaller' },
  { name: 'I Made Surya', email: 'night@pabean.example', role: 'Night Staff' },
] as const satisfies readonly { name: string; email: string; role: Role }[]
