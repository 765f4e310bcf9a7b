package interop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.List;
import java.util.Map;
import org.a2aproject.sdk.server.ExtendedAgentCard;
import org.a2aproject.sdk.server.PublicAgentCard;
import org.a2aproject.sdk.spec.AgentCapabilities;
import org.a2aproject.sdk.spec.AgentCard;
import org.a2aproject.sdk.spec.AgentInterface;
import org.a2aproject.sdk.spec.AgentSkill;
import org.a2aproject.sdk.spec.HTTPAuthSecurityScheme;
import org.a2aproject.sdk.spec.SecurityRequirement;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The card of the probe agent, which serves all bindings at one port. */
@ApplicationScoped
public class HarbourCard {
    @ConfigProperty(name = "quarkus.http.port")
    int port;

    @Produces
    @PublicAgentCard
    public AgentCard card() {
        String url = "http://127.0.0.1:" + port;
        AgentCard.Builder card = AgentCard.builder()
                .name("Harbour")
                .description("Knows the tides.")
                .version("1.0.0")
                .capabilities(AgentCapabilities.builder()
                        .streaming(true)
                        .pushNotifications(true)
                        .extendedAgentCard(true)
                        .build())
                .defaultInputModes(List.of("text/plain"))
                .defaultOutputModes(List.of("text/plain"))
                .skills(List.of(AgentSkill.builder()
                        .id("tides")
                        .name("Tides")
                        .description("High and low water")
                        .tags(List.of("sea"))
                        .build()))
                .supportedInterfaces(List.of(
                        new AgentInterface("JSONRPC", url),
                        new AgentInterface("HTTP+JSON", url),
                        new AgentInterface("GRPC", "127.0.0.1:" + port)));
        if (Guard.TOKEN != null) {
            card.securitySchemes(Map.of("token", new HTTPAuthSecurityScheme(null, "bearer", null)))
                    .securityRequirements(List.of(new SecurityRequirement(Map.of("token", List.of()))));
        }
        return card.build();
    }

    @Produces
    @ExtendedAgentCard
    public AgentCard extendedCard() {
        return card();
    }
}
