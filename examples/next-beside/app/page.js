import { cookies } from 'next/headers';
import { cookieNames, hearth, ownUrl } from '../lib/hearth.js';
import { readProjects } from '../lib/projects.js';

export default async function Page() {
  const idToken = (await cookies()).get(cookieNames.idToken)?.value;
  const read = await readProjects({ hearth, idToken, ownUrl });
  if (!read) {
    return (
      <main>
        <h1>Beside Hearth</h1>
        <a href="/signin">Sign in</a>
      </main>
    );
  }
  const { person, projects } = read;
  return (
    <main>
      <h1>Hello, {person.name ?? person.email}</h1>
      {projects.map((project) => (
        <Project key={project.id} project={project} />
      ))}
      {projects.length === 0 && <p>You do not belong to a project yet.</p>}
      <form action="/signout" method="post">
        <button type="submit">Sign out</button>
      </form>
    </main>
  );
}

function Project({ project: { name, plan, isActive, limits, billing } }) {
  return (
    <section>
      <h2>{name}</h2>
      <p>
        Plan {plan}
        {isActive ? '' : ', which is not paid'}
      </p>
      <ul>
        {limits.map((limit) => (
          <li key={limit.name}>
            {limit.name}: {limit.allowed}
          </li>
        ))}
      </ul>
      {billing && <a href={billing}>Plan and payments</a>}
    </section>
  );
}
