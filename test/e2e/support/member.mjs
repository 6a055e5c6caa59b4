import { Api } from './api.mjs';

/** A user who has the role "member" only. */
export class Member {
  /**
   * @param {Api} admin signed in
   * @param {string} account
   */
  constructor(admin, account) {
    this.admin = admin;
    this.account = account;
    this.password = 'Member-123';
  }

  async make() {
    await this.drop();
    const { account: username, password } = this;
    await this.admin.call('users:create', { username, nickname: username, password, roles: ['member'] });
  }

  async drop() {
    const filter = encodeURIComponent(JSON.stringify({ username: this.account }));
    for (const { id } of await this.admin.call(`users:list?filter=${filter}`)) {
      await this.admin.call(`users:destroy?filterByTk=${id}`, {});
    }
  }

  /** What the server answers to this user for each action of the page: pairs of action and HTTP status. */
  async refusals(target) {
    const api = new Api(this.admin.url);
    await api.signIn(this);
    const reads = ['sequences:list', 'sequences:health', 'sequenceRepairs:list', 'sequenceChanges:list'];
    const acts = ['repair', 'integrity', 'setNext', 'backfill'].map((name) => `sequences:${name}`);
    const answers = [];
    for (const action of reads) answers.push([action, await api.status(action)]);
    for (const action of acts) answers.push([action, await api.status(action, { ...target, next: '1' })]);
    return answers;
  }
}
