import { ClassicBlocks } from './classic-blocks.mjs';

/** A classic page of the classic client, made over the API from blocks. */
export class ClassicPage extends ClassicBlocks {
  /**
   * @param {import('./api.mjs').Api} api
   * @param {{uid: string, title: string}} page `uid` is the last part of its address
   */
  constructor(api, { uid, title }) {
    super(uid);
    this.api = api;
    this.title = title;
  }

  /** @param {object[]} blocks what the methods of ClassicBlocks make */
  async make(blocks) {
    await this.drop();
    const tab = `${this.uid}_tab`;
    await this.api.call('desktopRoutes:create', {
      type: 'page',
      title: this.title,
      schemaUid: this.uid,
      menuSchemaUid: `${this.uid}_menu`,
      enableTabs: false,
      children: [{ type: 'tabs', schemaUid: tab, tabSchemaName: `${tab}_name`, hidden: true }],
    });
    const grid = { ...this.grid('page:addBlock', blocks), 'x-uid': tab, 'x-async': true };
    await this.api.call('uiSchemas:insert', {
      type: 'void',
      'x-component': 'Page',
      'x-uid': this.uid,
      properties: { [`${tab}_name`]: grid },
    });
  }

  async drop() {
    const routes = await this.api.call('desktopRoutes:list?paginate=false&tree=true');
    for (const route of routes.filter(({ schemaUid }) => schemaUid === this.uid)) {
      await this.api.call(`desktopRoutes:destroy?filterByTk=${route.id}`, {});
    }
    await this.api.call(`uiSchemas:remove/${this.uid}`, {});
  }
}
